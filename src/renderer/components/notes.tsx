// A file of its own, so that it can be loaded with the first notification.
export { Notifications } from '@mantine/notifications';
