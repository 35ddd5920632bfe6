import type { connect as english } from '../connect.ts';

export const connect: typeof english = {
  title: 'Verbinden',
  note: 'Welche Adresse hat Ihr redeemd-Server?',
  address: 'Adresse des Servers',
  connect: 'Verbinden',
  earlier: 'Oder wählen Sie einen früheren Server',
  forget: (name) => `${name} vergessen`,
  nameOf: (name, address) => `${name} · ${address}`,
  describe: (name) => `Name und Farbe von ${name}`,
  name: 'Name',
  nameHelp: 'Leer lassen, um den Namen der Umgebung des Servers zu verwenden',
  colour: 'Farbe',
  ownColour: 'Wie die Umgebung des Servers',
  colours: {
    red: 'Rot',
    orange: 'Orange',
    yellow: 'Gelb',
    green: 'Grün',
    teal: 'Türkis',
    blue: 'Blau',
    purple: 'Violett',
    pink: 'Rosa',
    brown: 'Braun',
    grey: 'Grau',
  },
};
