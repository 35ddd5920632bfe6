import { Badge, Group, Text, Tooltip } from '@mantine/core';
import type { CreatorCode } from '../../lib/creator-codes.ts';

type Evidence = NonNullable<CreatorCode['evidence']>;

/** Lists the suspicious signs of a code; shows nothing if there are none. */
export function EvidenceNotes({ evidence }: { evidence: CreatorCode['evidence'] }) {
  if (!evidence) return null;
  const { nearest_code, nearest_creator, words } = evidence;
  if (words.length === 0 && !nearest_code && !nearest_creator)
    return (
      <Text size="sm" c="dimmed">
        Nothing found
      </Text>
    );
  return (
    <Group gap={6}>
      {words.map((word) => (
        <WordBadge key={`${word.kind} ${word.word}`} word={word} />
      ))}
      {nearest_code && (
        <Tooltip label={nearest_code.creator_id ? `A code of ${nearest_code.creator_id}` : 'A code of yours'}>
          <Badge color="gray">
            Near <span className="mono">{nearest_code.code}</span>
          </Badge>
        </Tooltip>
      )}
      {nearest_creator && (
        <Tooltip label={`Creator ${nearest_creator.creator_id}`}>
          <Badge color="gray">Like {nearest_creator.display_name ?? nearest_creator.creator_id}</Badge>
        </Tooltip>
      )}
    </Group>
  );
}

function WordBadge({ word: { word, kind, spelled } }: { word: Evidence['words'][number] }) {
  const look = spelled === 'lookalike' ? ', spelled with lookalikes' : '';
  return (
    <Tooltip label={`${kind === 'profanity' ? 'A rude word' : 'A reserved word'}${look}`}>
      <Badge color={kind === 'profanity' ? 'red' : 'yellow'}>{word}</Badge>
    </Tooltip>
  );
}
