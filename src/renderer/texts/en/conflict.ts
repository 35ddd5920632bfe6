/** Two people changed one object. */
export const conflict = {
  title: 'Someone else edited this',
  text: 'It was saved after you opened it. Nothing of yours is saved yet. Choose what is to stay where you both changed the same.',
  theirs: 'Saved meanwhile',
  mine: 'Yours',
  onlyMine: 'only you changed this; it will be saved',
  onlyTheirs: 'only changed meanwhile; it stays',
  nothing: 'Nothing',
  back: 'Back to the form',
  save: 'Save',
  takeTheirs: 'Keep their version',
  moved: 'It was changed meanwhile. This page shows it as it is now: look again, then repeat.',
};
