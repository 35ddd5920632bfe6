import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ask, problemOf } from '../../client/ask.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { IconLink, IconUnlink } from '../../components/icons.tsx';
import { formatTime } from '../../lib/format.ts';
import { audit as t } from '../../texts/audit.ts';

const check = () => ask('auditChain');
type Chain = Awaited<ReturnType<typeof check>>;

/** Shows whether the log has been tampered with. The check reads the whole log, so it runs only on request. */
export function ChainState() {
  const chain = useMutation({ mutationFn: check });
  return (
    <section className="card" style={{ padding: '12px 20px', marginBottom: 16 }} aria-label={t.chain}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" flex={1} miw={240}>
          {t.chainNote}
        </Text>
        <Button variant="default" size="xs" loading={chain.isPending} onClick={() => chain.mutate()}>
          {t.check}
        </Button>
      </Group>
      {chain.error && (
        <Text size="sm" c="red" role="alert" mt="xs">
          {t.notChecked}: {problemOf(chain.error).detail}
        </Text>
      )}
      {chain.data && <Result chain={chain.data} />}
    </section>
  );
}

function Result({ chain: { is_whole, entries, head, faults, checked_at } }: { chain: Chain }) {
  const title = !is_whole ? t.broken(faults.length) : head ? t.whole(entries, head.audit_id) : t.empty;
  const headText = head && `${head.audit_id}:${head.mac}`;
  return (
    <Alert
      mt="sm"
      role="status"
      variant="light"
      color={is_whole ? 'teal' : 'red'}
      icon={is_whole ? <IconLink size={18} /> : <IconUnlink size={18} />}
      title={title}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Text size="sm">{formatTime(checked_at)}</Text>
      {faults.length > 0 && (
        <List size="sm">
          {faults.map(({ key, stored, computed }) => (
            <List.Item key={key}>{t.fault(key, stored, computed)}</List.Item>
          ))}
        </List>
      )}
      {headText && (
        <Group gap={4} wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t.head}: <span className="mono">{headText}</span>
          </Text>
          <CopyButton value={headText} label={t.copyHead} />
        </Group>
      )}
    </Alert>
  );
}
