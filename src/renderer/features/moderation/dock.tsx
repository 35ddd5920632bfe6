import { Button, Kbd, Text } from '@mantine/core';
import { moderation } from '../../texts/moderation.ts';
import classes from './dock.module.css';
import type { DockNote } from './use-decisions.ts';

/** Shows one line at the bottom, away from the rows: the last decision with the time left to undo it, or a result. */
export const Dock = ({ note, onUndo }: { note: DockNote | null; onUndo: () => void }) => (
  <div className={classes.place} role="status">
    {note && (
      <div className={classes.dock} key={note.until}>
        <Text size="sm" className={classes.text}>
          {note.text}
        </Text>
        {note.canUndo && (
          <>
            <Button
              size="compact-sm"
              variant="light"
              onClick={onUndo}
              rightSection={<Kbd size="xs">u</Kbd>}
              aria-keyshortcuts="u"
            >
              {moderation.undo}
            </Button>
            <div className={classes.countdown} style={{ animationDuration: `${note.until - Date.now()}ms` }} />
          </>
        )}
      </div>
    )}
  </div>
);
