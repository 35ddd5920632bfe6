// The list and its dialogs load as one file.
export { EditMemberPage, InvitePage } from './member-editor-pages.tsx';
export { StaffPage } from './staff-page.tsx';
