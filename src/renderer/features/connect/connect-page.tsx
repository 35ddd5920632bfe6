import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { KnownServer, ServerProfile } from '../../../preload/api.ts';
import type { DesktopApi } from '../../client/bridge.ts';
import { SignInFrame } from '../../components/sign-in-frame.tsx';
import { connect as t } from '../../texts/connect.ts';
import { texts } from '../../texts/texts.ts';
import { KnownServerRow } from './known-server-row.tsx';

const DEFAULT_ADDRESS = 'http://127.0.0.1:8787';

/** Asks which server to connect to. After a successful connection, the app loads the Portal. */
export function ConnectPage({ desktop }: { desktop: DesktopApi }) {
  const [known, setKnown] = useState<KnownServer[]>([]);
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
    // If the user has declined the connection, there is no problem to report.
    if (reply.problem.code !== 'not_confirmed')
      setProblem(texts.problems.say(reply.problem.code, reply.problem.detail));
  };
  const forget = async (url: string) => setKnown((await desktop.forget(url)).known);
  const describe = async (url: string, profile: ServerProfile) =>
    setKnown((await desktop.describe(url, profile)).known);

  return (
    <SignInFrame title={t.title} note={t.note}>
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
          {known.map((server) => (
            <KnownServerRow
              key={server.url}
              server={server}
              disabled={isBusy}
              onConnect={() => void connect(server.url)}
              onForget={() => void forget(server.url)}
              onDescribe={(profile) => void describe(server.url, profile)}
            />
          ))}
        </Stack>
      )}
    </SignInFrame>
  );
}
