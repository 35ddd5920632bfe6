import { inLanguage } from './language.ts';

/** Saved views: the filters and sort order of a list, saved under a name. */
const english = {
  button: 'Views',
  menu: 'Saved views',
  own: 'Mine',
  shared: 'Shared',
  none: 'No saved views for this list yet.',
  save: 'Save this view…',
  title: 'Save this view',
  text: 'The view will store the current filters and sort order of the list.',
  name: 'Name',
  share: 'Share with',
  shareHelp: 'Everyone with this role will see the view.',
  onlyMe: 'Only me',
  saved: (name: string) => `View ${name} saved.`,
  open: (name: string) => `Open the view ${name}`,
  forRole: (role: string) => `for ${role}`,
  remove: (name: string) => `Delete the view ${name}`,
  removeTitle: (name: string) => `Delete the view ${name}?`,
  removeText: 'The list itself will not change.',
  removeShared: 'People with this role will no longer see it. The list itself will not change.',
  confirm: 'Delete',
  cancel: 'Cancel',
  removed: (name: string) => `View ${name} deleted.`,
  notRemoved: 'The view was not deleted',
  loading: 'Loading the views',
  failed: 'The views could not be loaded',
};

export const views = await inLanguage(english, 'views');
