import { Alert, Button, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { bridge } from '../client/bridge.ts';
import { notifySaved } from '../client/notify.ts';
import { secondFactor } from '../texts/second-factor.ts';
import { IconCopy } from './first-icons.tsx';
import { IconCheck } from './icons.tsx';
import { SaveButton } from './save-button.tsx';

const t = secondFactor.recovery;

interface RecoveryCodesProps {
  codes: string[];
  /** The email of the codes' owner, which the saved file contains. */
  email: string;
  onSaved: () => void;
}

/** Shows new recovery codes once, because the daemon does not return them again. */
export function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
  return (
    <Stack>
      <Text size="sm">{t.shown}</Text>
      <Alert variant="light" color="gray" p="sm">
        <SimpleGrid component="ul" cols={2} spacing="xs" aria-label={t.list} m={0} p={0} style={{ listStyle: 'none' }}>
          {codes.map((code) => (
            <Text key={code} component="li" size="sm" className="mono" ta="center">
              {code}
            </Text>
          ))}
        </SimpleGrid>
      </Alert>
      <Group gap="xs">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="xs"
              leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              onClick={copy}
            >
              {copied ? t.copied : t.copy}
            </Button>
          )}
        </CopyButton>
        <SaveButton label={t.saveFile} onSave={async () => notifySaved(await saveFile(codes, email))} />
      </Group>
      <Group justify="flex-end">
        <Button onClick={onSaved}>{t.saved}</Button>
      </Group>
    </Stack>
  );
}

function saveFile(codes: string[], email: string) {
  const server = new URL(bridge.connection().url).host;
  const text = [t.fileHead(email, server), '', ...codes, ''].join('\r\n');
  return bridge.saveFile(t.fileName, new TextEncoder().encode(text), 'text/plain');
}
