import { Badge, Group, Text, Tooltip } from '@mantine/core';
import type { CreatorCode } from '../../lib/creator-codes.ts';
import { moderation as t } from '../../texts/moderation.ts';

type Evidence = NonNullable<CreatorCode['evidence']>;

/** Lists the suspicious signs of a code; shows nothing if there are none. */
export function EvidenceNotes({ evidence }: { evidence: CreatorCode['evidence'] }) {
  if (!evidence) return null;
  const { nearest_code, nearest_creator, words } = evidence;
  if (words.length === 0 && !nearest_code && !nearest_creator)
    return (
      <Text size="sm" c="dimmed">
        {t.nothingFound}
      </Text>
    );
  return (
    <Group gap={6}>
      {words.map((word) => (
        <WordBadge key={`${word.kind} ${word.word}`} word={word} />
      ))}
      {nearest_code && (
        <Tooltip label={nearest_code.creator_id ? t.codeOf(nearest_code.creator_id) : t.codeOfYours}>
          <Badge color="gray">
            {t.near} <span className="mono">{nearest_code.code}</span>
          </Badge>
        </Tooltip>
      )}
      {nearest_creator && (
        <Tooltip label={t.creatorIs(nearest_creator.creator_id)}>
          <Badge color="gray">{t.like(nearest_creator.display_name ?? nearest_creator.creator_id)}</Badge>
        </Tooltip>
      )}
    </Group>
  );
}

function WordBadge({ word: { word, kind, spelled } }: { word: Evidence['words'][number] }) {
  const meaning = kind === 'profanity' ? t.rude : t.reserved;
  return (
    <Tooltip label={spelled === 'lookalike' ? t.lookalikes(meaning) : meaning}>
      <Badge color={kind === 'profanity' ? 'red' : 'yellow'}>{word}</Badge>
    </Tooltip>
  );
}
