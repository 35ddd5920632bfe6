import { Alert, CloseButton, Group, Paper, Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { RunningSave, ServerAbout } from '../../preload/api.ts';
import type { DesktopApi } from '../client/bridge.ts';
import { runningSaves } from '../client/running-saves.ts';
import { useStore } from '../lib/store.ts';
import { desktop as t } from '../texts/desktop.ts';
import { texts } from '../texts/texts.ts';
import classes from './desktop-parts.module.css';
import { formatBytes } from './format-bytes.ts';

/** Shows the parts that only the desktop app has: a warning about a server with another version, and running saves. */
export function DesktopParts({ desktop }: { desktop: DesktopApi }) {
  const saves = useStore(runningSaves);
  return (
    <>
      <OtherVersion desktop={desktop} />
      {saves.length > 0 && (
        <section className={classes.saves} aria-label={t.saves}>
          {saves.map((save) => (
            <SaveCard key={save.id} save={save} onCancel={() => void desktop.cancelSave(save.id)} />
          ))}
        </section>
      )}
    </>
  );
}

function SaveCard({ save: { name, done, total }, onCancel }: { save: RunningSave; onCancel: () => void }) {
  const share = total ? (100 * done) / total : 100;
  return (
    <Paper withBorder shadow="md" p="sm" w={320}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" truncate title={name}>
          {t.saving(name)}
        </Text>
        <CloseButton size="sm" aria-label={t.cancelSave(name)} onClick={onCancel} />
      </Group>
      <Progress value={share} animated={!total} size="sm" mt={6} aria-label={t.saving(name)} />
      <Text size="xs" c="dimmed" mt={4}>
        {total ? t.bytesOf(formatBytes(done), formatBytes(total)) : formatBytes(done)}
      </Text>
    </Paper>
  );
}

/** Warns if the daemon's API version differs from the app's, because the app supports only its own. */
function OtherVersion({ desktop }: { desktop: DesktopApi }) {
  const [about, setAbout] = useState<ServerAbout | null>(null);
  useEffect(() => void desktop.about().then(setAbout), [desktop]);
  if (!about || about.fit === 'same') return null;
  return (
    <Alert
      className={classes.version}
      color="orange"
      role="status"
      withCloseButton
      closeButtonLabel={texts.common.close}
      onClose={() => setAbout(null)}
    >
      {t.fits[about.fit](about.version)}
    </Alert>
  );
}
