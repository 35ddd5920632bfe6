import { ActionIcon, Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { Door } from '../../components/door.tsx';
import { IconServer, IconX } from '../../components/icons.tsx';
import type { DesktopQuestions } from '../../lib/bridge.ts';
import { connect as t } from '../../texts/connect.ts';

const DEFAULT_ADDRESS = 'http://127.0.0.1:8787';

/** Asks which daemon the app should show. After the choice the app loads the page again. */
export function ConnectPage({ desktop }: { desktop: DesktopQuestions }) {
  const [known, setKnown] = useState<string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({ initialValues: { address: DEFAULT_ADDRESS } });
  useEffect(() => void desktop.connections().then((read) => setKnown(read.known)), [desktop]);

  const connect = async (address: string) => {
    setBusy(true);
    setProblem(null);
    const reply = await desktop.connect(address);
    if (reply.ok) return location.replace('/');
    setBusy(false);
    setProblem(reply.problem.detail);
  };
  const forget = async (url: string) => setKnown((await desktop.forget(url)).known);

  return (
    <Door title={t.title} note={t.note}>
      <form onSubmit={form.onSubmit(({ address }) => connect(address))} noValidate>
        <Stack>
          {problem && <Alert color="red" variant="light" role="alert" title={problem} />}
          <TextInput
            label={t.address}
            type="url"
            autoComplete="url"
            autoFocus
            maxLength={2000}
            {...form.getInputProps('address')}
          />
          <Button type="submit" fullWidth size="md" loading={isBusy}>
            {t.connect}
          </Button>
        </Stack>
      </form>
      {known.length > 0 && (
        <Stack gap={4}>
          <Text size="sm" c="dimmed">
            {t.earlier}
          </Text>
          {known.map((url) => (
            <Group key={url} gap={4} wrap="nowrap">
              <Button
                variant="subtle"
                justify="flex-start"
                flex={1}
                miw={0}
                leftSection={<IconServer size={16} />}
                disabled={isBusy}
                onClick={() => void connect(url)}
              >
                {url.replace(/^https:\/\//, '')}
              </Button>
              <ActionIcon variant="subtle" color="gray" aria-label={t.forget(url)} onClick={() => void forget(url)}>
                <IconX size={16} />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      )}
    </Door>
  );
}
