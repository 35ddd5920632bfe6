import { Box, Button, Group } from '@mantine/core';
import { figures as t } from '../texts/figures.ts';
import { COLOURS, KINDS, type Kind } from './series-lines.ts';

interface ChartFiguresProps {
  shown: readonly Kind[];
  onChange: (shown: readonly Kind[]) => void;
}

/** Lets the user choose at least one figure for a chart, and shows the colour of each line. */
export const ChartFigures = ({ shown, onChange }: ChartFiguresProps) => (
  <Group gap={6} role="group" aria-label={t.whichFigures}>
    {KINDS.map((kind) => {
      const isShown = shown.includes(kind);
      const toggled = KINDS.filter((name) => shown.includes(name) !== (name === kind));
      return (
        <Button
          key={kind}
          size="xs"
          variant="default"
          c={isShown ? undefined : 'dimmed'}
          aria-pressed={isShown}
          leftSection={<Swatch colour={isShown ? COLOURS[kind] : '--mantine-color-default-border'} />}
          onClick={() => toggled.length > 0 && onChange(toggled)}
        >
          {t.kinds[kind]}
        </Button>
      );
    })}
  </Group>
);

const Swatch = ({ colour }: { colour: string }) => (
  <Box w={10} h={10} style={{ borderRadius: 3, background: `var(${colour})` }} />
);
