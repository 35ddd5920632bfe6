import { Alert, Group } from '@mantine/core';
import { CreatorLink } from '../../../components/creator-link.tsx';
import { IconAlertTriangle } from '../../../components/first-icons.tsx';
import { type FullRun, frozenIn } from '../payouts-queries.ts';

/** Warns that the daemon will refuse the next step because of frozen creators. */
export function FrozenNote({ run }: { run: FullRun }) {
  const frozen = frozenIn(run);
  if (!frozen) return null;
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />} title={frozen.since}>
      {frozen.remedy}
      <Group gap="md" mt={4}>
        {run.frozen.map(({ creator_id, creator_name }) => (
          <CreatorLink key={creator_id} creator_id={creator_id} display_name={creator_name} />
        ))}
      </Group>
    </Alert>
  );
}
