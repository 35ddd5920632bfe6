import { Button, FileButton, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import classes from './file-choice.module.css';
import { IconUpload } from './icons.tsx';

interface FileChoiceProps {
  /** The text of the button. */
  label: string;
  /** The text below the button, which says that a file can be dropped or names the chosen file. */
  note: string;
  accept: string;
  onFile: (file: File) => void;
}

/** Lets the user choose a file in the system's dialog, or drop one. */
export function FileChoice({ label, note, accept, onFile }: FileChoiceProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileButton accept={accept} onChange={(file) => file && onFile(file)}>
        {(props) => (
          <Button variant="default" leftSection={<IconUpload size={16} />} {...props}>
            {label}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        <bdi>{note}</bdi>
      </Text>
    </div>
  );
}
