import { Group } from '@mantine/core';
import { SaveButton } from '../../components/save-button.tsx';
import { lists } from '../../texts/lists.ts';

interface SaveFigureProps {
  /** The displayed rows. There is nothing to save before they are counted. */
  rows: readonly unknown[] | null | undefined;
  onSave: () => Promise<void>;
}

/** Saves a table of figures as a CSV. */
export const SaveFigure = ({ rows, onSave }: SaveFigureProps) =>
  rows &&
  rows.length > 0 && (
    <Group mih={52} px="xs">
      <SaveButton label={lists.saveCsv} onSave={onSave} />
    </Group>
  );
