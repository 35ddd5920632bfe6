// A file of its own, so that it can be loaded with the first notification.
import { useResizeObserver } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import classes from './notes.module.css';

/**
 * They are above the account's button, or on a phone at the bottom edge. What is there makes room for them
 * (`--notes-height`): a note under the pointer stays, so a control that it covers could not be reached.
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
