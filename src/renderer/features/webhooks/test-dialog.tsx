import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { RawText } from '../../components/raw-text.tsx';
import { webhooks as t } from '../../texts/webhooks.ts';
import { shortUrl, type Webhook } from './webhooks-queries.ts';

const send = ({ webhook_id }: Webhook) => ask('testWebhook', { params: { webhook_id } });
type Outcome = Awaited<ReturnType<typeof send>>;

/** Sends a test message, and shows the endpoint's response. */
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
    <Modal opened={webhook !== null} onClose={close} title={t.test.title}>
      {webhook && (
        <Stack>
          {test.isPending ? (
            <Group gap="sm">
              <Loader size="sm" aria-hidden />
              <Text size="sm" role="status">
                {t.test.waiting(shortUrl(webhook.url))}
              </Text>
            </Group>
          ) : (
            test.data && <Result outcome={test.data} />
          )}
          <FormProblem error={test.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t.test.close}
            </Button>
            <Button onClick={() => test.mutate(webhook)} loading={test.isPending}>
              {t.deliveries.sendAgain}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
  return { start, dialog };
}

function Result({ outcome: { delivered, answer_status, answer_text, error, ms } }: { outcome: Outcome }) {
  const title = answer_status === null ? t.test.noAnswer : t.test.answered(answer_status, ms);
  return (
    <>
      <Alert
        role="status"
        variant="light"
        color={delivered ? 'teal' : 'red'}
        title={title}
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      >
        {error ?? (delivered ? t.test.arrived : t.test.notArrived)}
      </Alert>
      {answer_text && <RawText title={t.answerBegins} text={answer_text} copyLabel={t.copyAnswer} maxHeight={420} />}
    </>
  );
}
