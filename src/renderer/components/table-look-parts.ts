export { ColumnGrip } from './column-grip.tsx';
export { TableLookMenu } from './table-look-menu.tsx';
