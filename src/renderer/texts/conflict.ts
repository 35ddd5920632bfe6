import { inLanguage } from './language.ts';

/** Shown when two people edit the same object. */
const english = {
  title: 'Someone else edited this',
  text: (name: string | null) =>
    `${name ?? 'Someone else'} saved changes after you opened this form. Your changes are not saved yet. For each field that you both changed, choose which value to keep.`,
  theirs: 'Their version',
  mine: 'Your version',
  onlyMine: 'only you changed this; your value will be saved',
  onlyTheirs: 'only they changed this; their value will be kept',
  nothing: 'Empty',
  back: 'Back to the form',
  save: 'Save',
  takeTheirs: 'Keep their version',
  moved:
    'Someone else made a change after you opened this page. The page now shows the current version. Check it, then try again.',
};

export const conflict = await inLanguage(english, 'conflict');
