import { Text, Title } from '@mantine/core';
import type { Dashboard } from '../../client/dashboard.ts';
import { useMay } from '../../client/session.ts';
import { TextLink } from '../../components/links.tsx';
import { formatCount } from '../../lib/format.ts';
import { refusedReasons } from '../../texts/refused-reasons.ts';
import { toDo as t } from '../../texts/to-do.ts';
import classes from './refused-card.module.css';

/** Shows why attempts were refused. Support can find the attempts of one player. */
export function RefusedCard({ refused }: { refused: Dashboard['refused'] }) {
  const maySearch = useMay()('getPlayer');
  return (
    <section className={`card ${classes.card}`} id="refused" aria-labelledby="refused-title">
      <Title order={2} size="h5" id="refused-title" mb="xs">
        {t.refused}
        <Text span size="xs" c="dimmed" ml={8} fw={400}>
          {t.refusedNote}
        </Text>
      </Title>
      <table aria-labelledby="refused-title" className={classes.table}>
        <tbody>
          {refused.map(({ reason, tries }) => (
            <tr key={reason}>
              <td>{refusedReasons[reason] ?? reason}</td>
              <td>{formatCount(tries)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {maySearch && (
        <TextLink to="/players" size="sm">
          {t.findPlayer}
        </TextLink>
      )}
    </section>
  );
}
