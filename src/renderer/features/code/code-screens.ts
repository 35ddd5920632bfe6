export { CodeActivityPage } from './code-activity.tsx';
export { CodeFiguresPage } from './code-figures.tsx';
export { CodePage } from './code-page.tsx';
export { EditCodePage } from './edit-code-page.tsx';
export { NewCodePage } from './new-code-page.tsx';
