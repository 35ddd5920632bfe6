import type { connect as english } from '../en/connect.ts';

export const connect: typeof english = {
  title: 'Verbinden',
  note: 'Welche Adresse hat Ihr redeemd-Server?',
  address: 'Adresse des Servers',
  connect: 'Verbinden',
  earlier: 'Oder wählen Sie einen früheren Server',
  forget: (url) => `${url} vergessen`,
};
