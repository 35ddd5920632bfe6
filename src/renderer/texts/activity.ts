import { inLanguage } from './language.ts';

/** Comments on an object, changes to that object, and comments that mention a person. */
const english = {
  tab: 'Activity',
  title: 'Comments and changes',
  loading: 'Loading the activity',
  comment: 'Comment',
  commentHint: 'Everyone who can open this page can read the comment. Do not name players.',
  tell: 'Mention people',
  tellHint: 'The people you mention will see the comment under Mentions.',
  add: 'Add comment',
  added: 'Comment added',
  mentioned: (names: string) => `Mentions ${names}`,
  system: 'Server',
  remove: (name: string) => `Delete the comment by ${name}`,
  removed: 'Comment deleted',
  notRemoved: 'The comment was not deleted',
  question: {
    title: 'Delete this comment?',
    text: 'The comment will be deleted for everyone. This cannot be undone.',
    confirm: 'Delete',
    cancel: 'Cancel',
  },
  mentions: {
    title: 'Mentions',
    about: 'Comments by colleagues that mention you.',
    list: 'Comments that mention you',
    loading: 'Loading your mentions',
    kinds: { campaign: 'Campaign', code: 'Code', creator: 'Creator', payout_run: 'Payout run' },
    isNew: 'New',
    seen: 'Mark as read',
    allSeen: 'Mark all as read',
    notSeen: 'The mention was not marked as read',
    none: 'No one has mentioned you yet',
    noneText: 'Colleagues can mention you in a comment on a campaign, code, creator or payout run.',
  },
};

export const activity = await inLanguage(english, 'activity');
