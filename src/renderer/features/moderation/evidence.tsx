import type { CreatorCode } from '../../client/creator-codes.ts';
import { Hint } from '../../components/hint.tsx';
import { Tag } from '../../components/tag.tsx';
import { moderation as t } from '../../texts/moderation.ts';
import classes from './moderation.module.css';

type Evidence = NonNullable<CreatorCode['evidence']>;

/** Lists what is suspicious about a code, or shows that nothing is. */
export function EvidenceNotes({ evidence }: { evidence: CreatorCode['evidence'] }) {
  if (!evidence) return null;
  const { nearest_code, nearest_creator, words } = evidence;
  if (words.length === 0 && !nearest_code && !nearest_creator)
    return <div className={`quiet ${classes.sign}`}>{t.nothingFound}</div>;
  return (
    <div className={`cell ${classes.evidence}`}>
      {words.map((word) => (
        <WordBadge key={`${word.kind} ${word.word}`} word={word} />
      ))}
      {nearest_code && (
        <Hint label={nearest_code.creator_id ? t.codeOf(nearest_code.creator_id) : t.codeOfYours}>
          <Tag color="gray" mayShrink>
            {t.near} <span className="mono">{nearest_code.code}</span>
          </Tag>
        </Hint>
      )}
      {nearest_creator && (
        <Hint label={t.creatorIs(nearest_creator.creator_id)}>
          <Tag color="gray" mayShrink>
            {t.like(nearest_creator.display_name ?? nearest_creator.creator_id)}
          </Tag>
        </Hint>
      )}
    </div>
  );
}

function WordBadge({ word: { word, kind, spelled } }: { word: Evidence['words'][number] }) {
  const meaning = kind === 'profanity' ? t.rude : t.reserved;
  return (
    <Hint label={spelled === 'lookalike' ? t.lookalikes(meaning) : meaning}>
      <Tag color={kind === 'profanity' ? 'red' : 'yellow'} mayShrink>
        {word}
      </Tag>
    </Hint>
  );
}
