import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../../client/ask.ts';
import type { CreatorCode } from '../../client/creator-codes.ts';
import { notifyProblem } from '../../client/notify.ts';
import { moderation as t } from '../../texts/moderation.ts';

/** The daemon accepts an undo for ten seconds, one of which is reserved for the request. */
export const UNDO_MS = 9000;
const NOTE_MS = 6000;

interface Decision {
  codes: CreatorCode[];
  decision: 'approve' | 'reject';
  until: number;
}

/** The content of the dock: a decision that can be undone until a certain time, or a result. */
export interface DockNote {
  text: string;
  /** The time until which the note is visible. */
  until: number;
  canUndo: boolean;
}

/** Keeps the decisions of the last few seconds, newest last, so that they can be undone one by one. */
export function useDecisions() {
  const queries = useQueryClient();
  const stack = useRef<Decision[]>([]);
  const [note, setNote] = useState<DockNote | null>(null);

  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(() => setNote(null), note.until - Date.now());
    return () => clearTimeout(timer);
  }, [note]);

  const say = (text: string) => setNote({ text, until: Date.now() + NOTE_MS, canUndo: false });
  const { mutate } = useMutation({
    mutationFn: ({ codes }: Decision) =>
      ask('undoDecisions', { body: { code_ids: codes.map(({ code_id }) => code_id) } }),
    onSuccess: ({ undone, skipped }, { codes }) => {
      const named = (ids: readonly number[]) => t.named(codes.filter(({ code_id }) => ids.includes(code_id)));
      const late = skipped.map(({ code_id }) => code_id);
      const done = undone.length > 0 ? [t.waitsAgain(named(undone), undone.length)] : [];
      say([...done, ...(late.length > 0 ? [t.tooLate(named(late))] : [])].join(' '));
    },
    onError: (error) => notifyProblem(t.notUndone, error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['creator-codes'] }),
  });

  /** Records a decision. `skipped` contains the codes on which another moderator had already decided. */
  const decided = (codes: CreatorCode[], decision: Decision['decision'], skipped: string[]) => {
    const elsewhere = skipped.length > 0 ? [t.decidedElsewhere(skipped.join(', '))] : [];
    if (codes.length === 0) return say(elsewhere.join(' '));
    const until = Date.now() + UNDO_MS;
    stack.current.push({ codes, decision, until });
    setNote({ text: [t.decided(t.named(codes), decision), ...elsewhere].join(' '), until, canUndo: true });
  };
  const undoLast = () => {
    const last = stack.current.pop();
    if (last && last.until > Date.now()) return mutate(last);
    stack.current = [];
    say(t.nothingToUndo);
  };
  return { note, decided, undoLast };
}
