import { useState } from 'react';
import { useGames } from '../../client/game.ts';
import { useSession } from '../../client/session.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { gamesFault, toGames } from '../../components/games.ts';
import { GamesInput } from '../../components/games-input.tsx';
import { campaigns } from '../../texts/campaigns.ts';
import { selection } from '../../texts/selection.ts';

const t = selection.campaigns.games;
const { form: edit } = campaigns;

interface GamesDialogProps {
  /** The number of campaigns. */
  count: number;
  isBusy: boolean;
  onClose: () => void;
  /** Receives the chosen games, or null for all games. */
  onSubmit: (games: string[] | null) => void;
}

/** Sets the games of many campaigns. */
export function GamesDialog({ count, onSubmit, ...form }: GamesDialogProps) {
  const limit = useSession().session.staff.games ?? null;
  const { games: known } = useGames();
  const [games, setGames] = useState<string[]>([...(limit ?? [])]);
  const fault = gamesFault(games);
  return (
    <ChangeDialog
      {...form}
      title={t.title(count)}
      save={t.save}
      onSubmit={() => {
        if (fault === null) onSubmit(toGames(games));
      }}
    >
      <GamesInput
        label={edit.games}
        description={limit ? edit.gamesOwn : edit.gamesHelp}
        data={[...(limit ?? known)]}
        data-autofocus
        value={games}
        onChange={setGames}
        error={fault}
      />
    </ChangeDialog>
  );
}
