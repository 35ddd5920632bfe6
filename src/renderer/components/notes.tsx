// A file of its own, so that it can be loaded with the first notification.
import { Notifications } from '@mantine/notifications';
import classes from './notes.module.css';

/**
 * They stand on the name above the menu, or on a phone on the bar above the screen: there they cover nothing that is
 * being worked on, and no button. One under the pointer stays, so what it covers could not be reached.
 */
export const Notes = () => <Notifications position="top-left" limit={3} classNames={{ root: classes.place }} />;
