// This is a separate file, so that it loads with the first notification.
import { useResizeObserver } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import classes from './notes.module.css';

/**
 * Shows notifications above the account button, or on a phone at the bottom edge. The page makes room for them
 * (`--notes-height`): a notification does not close while the pointer is on it, so a control below it would be
 * unreachable.
 */
export function Notes() {
  const [place, { height }] = useResizeObserver();
  useEffect(() => document.documentElement.style.setProperty('--notes-height', `${height}px`), [height]);
  return (
    <div ref={place} className={classes.place}>
      <Notifications
        position="bottom-left"
        limit={3}
        notificationMaxHeight={600}
        withinPortal={false}
        classNames={{ root: classes.list }}
      />
    </div>
  );
}
