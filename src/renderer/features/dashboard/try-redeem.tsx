import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SCOPES } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { bridge } from '../../client/bridge.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { RawText } from '../../components/raw-text.tsx';
import { firstSteps as t } from '../../texts/first-steps.ts';
import { refusedReasons } from '../../texts/refused-reasons.ts';
import classes from './first-steps.module.css';

/** Creates a key for the game server, with the same scopes as `redeemd keys create`. */
export function FirstKey({ onCreated }: { onCreated: (key: string) => void }) {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () => ask('createApiKey', { body: { name: t.key.name, kind: 'server', scopes: [...SCOPES] } }),
    onSuccess: ({ key }) => {
      onCreated(key);
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <Stack gap="xs">
      <Button onClick={() => create.mutate()} loading={create.isPending}>
        {t.key.button}
      </Button>
      <FormProblem error={create.error} />
    </Stack>
  );
}

interface FirstRedeemProps {
  code: string;
  /** Undefined if the key was not created here, because the daemon shows a key only once. */
  apiKey: string | undefined;
  /** A reason why the daemon refused attempts; undefined if it refused none. */
  refused: string | undefined;
}

/** Shows the command that redeems the code, and waits for its result. */
export function FirstRedeem({ code, apiKey, refused }: FirstRedeemProps) {
  const command = commandOf(code, apiKey ?? t.yourKey);
  return (
    <li className={classes.command}>
      <RawText title={t.command} text={command} copyLabel={t.copy} />
      <Text c="dimmed" size="sm" mt={6}>
        {apiKey ? t.keepKey : t.enterKey}
      </Text>
      <Group gap="sm" mt="sm" role="status">
        <Loader size="xs" type="dots" />
        <Text size="sm">{t.waiting}</Text>
      </Group>
      {refused && (
        <Alert color="orange" variant="light" mt="sm">
          {t.refused(refusedReasons[refused] ?? refused)}
        </Alert>
      )}
    </li>
  );
}

function commandOf(code: string, apiKey: string) {
  const header = (name: string, value: string) => `-H '${name}: ${value}'`;
  const parts = [
    `curl ${bridge.connection().url}/v1/redemption-codes/use/redeem`,
    header('X-API-Key', apiKey),
    header('Content-Type', 'application/json'),
    `-d '${JSON.stringify({ user_id: 'test-player', code })}'`,
  ];
  return parts.join(' \\\n  ');
}
