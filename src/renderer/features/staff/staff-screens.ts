// One file to load for the list and its dialogs.
export { EditMemberPage, InvitePage } from './member-editor-pages.tsx';
export { StaffPage } from './staff-page.tsx';
