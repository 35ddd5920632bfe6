import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProblem } from '../../components/form-problem.tsx';
import { RawText } from '../../components/raw-text.tsx';
import { ask } from '../../lib/ask.ts';
import { formatCount } from '../../lib/format.ts';
import { shortUrl, type Webhook } from '../../lib/webhooks.ts';

const send = ({ webhook_id }: Webhook) => ask('testWebhook', { params: { webhook_id } });
type Outcome = Awaited<ReturnType<typeof send>>;

/** Sends a test message, and shows the endpoint's answer. */
export function useTestMessage() {
  const [webhook, setWebhook] = useState<Webhook | null>(null);
  const test = useMutation({ mutationFn: send });
  const start = (tested: Webhook) => {
    setWebhook(tested);
    test.mutate(tested);
  };
  const close = () => {
    setWebhook(null);
    test.reset();
  };
  const dialog = (
    <Modal opened={webhook !== null} onClose={close} title="Test message">
      {webhook && (
        <Stack>
          {test.isPending ? (
            <Group gap="sm">
              <Loader size="sm" aria-hidden />
              <Text size="sm" role="status">
                Waiting for {shortUrl(webhook.url)} …
              </Text>
            </Group>
          ) : (
            test.data && <Result outcome={test.data} />
          )}
          <FormProblem error={test.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Close
            </Button>
            <Button onClick={() => test.mutate(webhook)} loading={test.isPending}>
              Send again
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
  return { start, dialog };
}

function Result({ outcome: { delivered, answer_status, answer_text, error, ms } }: { outcome: Outcome }) {
  const title = answer_status === null ? 'No answer came' : `It answered ${answer_status} in ${formatCount(ms)} ms`;
  return (
    <>
      <Alert
        role="status"
        variant="light"
        color={delivered ? 'teal' : 'red'}
        title={title}
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      >
        {error ??
          (delivered
            ? 'A signed message of type webhook.test arrived.'
            : 'Only an answer of 200 to 299 means that a message arrived.')}
      </Alert>
      {answer_text && (
        <RawText
          title="The beginning of the receiver’s answer"
          text={answer_text}
          copyLabel="Copy the answer"
          maxHeight={420}
        />
      )}
    </>
  );
}
