import { ActionIcon, Button, Group, Kbd, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CreatorCode } from '../../client/creator-codes.ts';
import { CreatorLink } from '../../components/creator-link.tsx';
import { IconChevronLeft, IconChevronRight } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import type { Page } from '../../components/table-foot.tsx';
import { formatTotal } from '../../lib/format.ts';
import { moderation as t } from '../../texts/moderation.ts';
import { EarlierList } from './earlier-codes.tsx';
import { EvidenceNotes } from './evidence.tsx';
import classes from './moderation.module.css';
import type { useQueue } from './use-queue.ts';

export interface QueueProps {
  page: Page<CreatorCode>;
  queue: ReturnType<typeof useQueue>;
  onApprove: (codes: CreatorCode[]) => void;
  onReject: (codes: CreatorCode[]) => void;
}

/** Shows one requested code in large type, with everything known about it. */
export function RequestedCode({ page, queue, onApprove, onReject }: QueueProps) {
  const code = page.data[queue.present];
  if (!code) return null;
  const place = (page.page - 1) * page.page_size + queue.present + 1;
  return (
    <article
      key={code.code_id}
      ref={queue.register(code.code_id)}
      tabIndex={-1}
      className={classes.one}
      aria-label={t.rowOf(code.code, code.creator_id)}
      data-present
    >
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t.position(place, formatTotal(page.total))}
        </Text>
        <Group gap={4}>
          <ActionIcon
            variant="default"
            aria-label={t.previous}
            disabled={queue.present === 0}
            onClick={() => queue.go(queue.present - 1)}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={t.next}
            disabled={queue.present >= page.data.length - 1}
            onClick={() => queue.go(queue.present + 1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      </Group>
      <Title order={2} className={`mono ${classes.requested}`}>
        {code.code}
      </Title>
      <div className={classes.facts}>
        <Fact title={t.creator}>
          <CreatorLink creator_id={code.creator_id} display_name={code.creator_name} />
          {code.creator_name && (
            <Text size="sm" c="dimmed" className={classes.creator}>
              <bdi>{code.creator_id}</bdi>
            </Text>
          )}
        </Fact>
        <Fact title={t.base}>
          <span className="mono">{code.redemption_code}</span>
        </Fact>
        <Fact title={t.since}>
          <Instant at={code.created_at} />
        </Fact>
        <Fact title={t.evidence}>
          <EvidenceNotes evidence={code.evidence} />
        </Fact>
        <Fact title={t.earlier}>
          <EarlierList earlier={code.earlier_codes} />
        </Fact>
      </div>
      <Group gap="sm">
        <Button
          variant="default"
          size="md"
          rightSection={<Kbd size="xs">r</Kbd>}
          aria-label={t.rejectCode(code.code)}
          onClick={() => onReject([code])}
        >
          {t.reject}
        </Button>
        <Button
          size="md"
          rightSection={<Kbd size="xs">a</Kbd>}
          aria-label={t.approveCode(code.code)}
          onClick={() => onApprove([code])}
        >
          {t.approve}
        </Button>
      </Group>
    </article>
  );
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={2}>
    <Text size="xs" c="dimmed" fw={600}>
      {title}
    </Text>
    {children}
  </Stack>
);
