/** Sample questions in the format of the broker, for screenshots and for tests of a hurried user. */
import type { AddressOwner, Disclosure, Question, QuestionRow } from '../../src-main/app/consent/consentUi.ts'

const ADDRESSES = [
  'RU3DnqGq9bE8kuGbyAq7dFfXTzpPcJ5zCk',
  'RXTbPaaWLvTsJoH5hBoVZYZb7DcXJRcBrS',
  'RHvBCvyLqQFt9z8rGmN1qAkU1pQ6cJ3dTe',
]
export const TOKEN = '8f5de94fd2c0c0ef35d8e3bdb6f1d9d2f4d05cd3e44ba4cbb12a7f4d33e1b0aa'

const base: Question = {
  kind: 'payment',
  chain: 'GARDEN',
  title: 'Send 5.00000000 GARDEN?',
  consequence: 'The coins leave your wallet. A payment that was sent cannot be taken back.',
  facts: [
    { name: 'Payees get', value: '5.00000000 GARDEN' },
    { name: 'Network fee', value: '0.00010000 GARDEN' },
    { name: 'Change back to you', value: '12.40000000 GARDEN' },
    { name: 'Leaves your wallet', value: '5.00010000 GARDEN' },
  ],
  lists: [],
  warnings: [],
  agree: 'Send',
  danger: false,
}

export function payees(count: number): QuestionRow[] {
  return Array.from({ length: count }, (_, index) => ({
    who: ADDRESSES[index % ADDRESSES.length] ?? '',
    what: `${(5 + index / 8).toFixed(8)} GARDEN`,
    owner: 'foreign',
  }))
}

const OWN = ADDRESSES[1] ?? ''

/**
 * A payment question as the broker asks it: amounts, with the details collapsed unless the title does not name every
 * payee.
 */
function payment(count: number): Question {
  const amount = count === 1 ? '5.00000000 GARDEN' : `${(count * 6).toFixed(8)} GARDEN`
  const change = '12.40000000 GARDEN'
  const receiver = count === 1 ? [' to ', ADDRESSES[0] ?? ''] : []
  const texts = ['Send ', amount, ...receiver, '?']
  const rows = [{ who: OWN, what: change, owner: 'own' as const }]
  return {
    ...base,
    title: texts.join(''),
    titleParts: texts.map((text, index) => ({ text, strong: index % 2 === 1 })),
    consequence: 'Cannot be undone.',
    facts: [
      { name: 'You pay', value: '5.00010000 GARDEN' },
      { name: 'Network fee', value: '0.00010000 GARDEN' },
    ],
    details: {
      facts: [
        { name: 'Change', value: change },
        { name: 'Transaction', value: TOKEN },
      ],
      lists: [
        { heading: 'To', rows: payees(count) },
        { heading: 'Change', rows },
        { heading: 'From', rows: [{ who: OWN, what: '17.40010000 GARDEN', owner: 'own' }] },
      ],
      open: count > 1,
    },
    offerChange: true,
  }
}

const OWNERS: readonly AddressOwner[] = ['own', 'imported', 'shared', 'watched', 'contract', 'foreign', 'unknown']
const HOSTILE = `GOLD${' '.repeat(700)}\u202edlog\u200b\n<b onclick="alert(1)">click</b> ${'Z\u0301\u0302\u0303\u0304\u0305\u0306\u0307'}${'W'.repeat(120)}`

export const questions: Readonly<Record<string, Question>> = {
  'payment-1': payment(1),
  'payment-12': payment(12),
  'payment-400': payment(400),
  'payment-high-fee': {
    ...payment(1),
    facts: payment(1).facts.map((fact) =>
      fact.name === 'Network fee' ? { ...fact, value: '4.80000000 GARDEN' } : fact,
    ),
    warnings: ['The fee is 4.80000000 GARDEN: nearly as much as the payment. A usual fee is 0.00010000 GARDEN.'],
  },
  'token-create': {
    ...base,
    title: 'Create 250,000 units of GOLD?',
    consequence: 'The token and its description stand on the chain for good.',
    lists: [
      {
        heading: 'The token',
        rows: [
          {
            who: '02c1b5…'.replace('…', 'a7'.repeat(30)),
            what: '250,000 GOLD',
            owner: 'own',
            note: 'One unit is a milligram, kept in Bern',
          },
        ],
      },
    ],
    agree: 'Create',
  },
  'token-transfer': {
    ...base,
    title: 'Send 1,000,000,000 units of GOLD?',
    consequence: 'The token leaves your wallet. What was sent cannot be taken back.',
    lists: [
      {
        heading: 'Who gets tokens',
        rows: [
          { who: ADDRESSES[0] ?? '', what: '1,000,000,000 GOLD', owner: 'foreign', note: `Token ${TOKEN}` },
          { who: ADDRESSES[1] ?? '', what: '12 GOLD', owner: 'own', note: `Token ${TOKEN}` },
        ],
      },
    ],
  },
  'token-burn': {
    ...base,
    title: 'Burn 12 units of GOLD?',
    consequence: 'They go to a key that nobody has. Nobody can get them back, ever.',
    warnings: ['These tokens are gone for good.'],
    lists: [
      {
        heading: 'What is destroyed',
        rows: [{ who: 'nobody', what: '12 GOLD', owner: 'unknown', note: `Token ${TOKEN}` }],
      },
    ],
    agree: 'Burn',
    danger: true,
  },
  identity: {
    ...base,
    kind: 'setidentity',
    title: 'Make another key the owner of what comes?',
    consequence: 'Tokens, mined coins and change go to this key from now on.',
    facts: [
      { name: 'Key until now', value: `02${'ab'.repeat(32)}` },
      { name: 'Key from now on', value: `03${'cd'.repeat(32)}` },
    ],
    warnings: ['This key is not of your wallet: what goes to it is not yours.'],
    agree: 'Use this key',
    danger: true,
  },
  unlock: {
    ...base,
    kind: 'unlockwallet',
    title: 'Unlock the wallet?',
    consequence: 'It stays unlocked for 10 minutes. Payments are still asked one by one.',
    facts: [],
    agree: 'Unlock',
    secrets: [{ name: 'passphrase', label: 'Passphrase', kind: 'passphrase' }],
  },
  passphrase: {
    ...base,
    kind: 'protectwallet',
    title: 'Encrypt the wallet with a passphrase?',
    consequence: 'Spending needs it from now on. Whoever forgets it needs the recovery phrase.',
    facts: [],
    warnings: ['Nobody can tell you a forgotten passphrase, and this program does not keep it.'],
    agree: 'Encrypt',
    secrets: [{ name: 'passphrase', label: 'New passphrase', kind: 'passphrase', fresh: true }],
  },
  phrase: {
    ...base,
    kind: 'setphrase',
    title: 'Restore the wallet from a recovery phrase?',
    consequence: 'Addresses are made from this phrase from now on.',
    facts: [],
    warnings: ['If somebody else gave you these words, your coins would be theirs.'],
    agree: 'Restore',
    danger: true,
    secrets: [{ name: 'phrase', label: 'Recovery phrase', kind: 'phrase' }],
  },
  'delete-chain': {
    ...base,
    kind: 'deletechain',
    title: 'Delete GARDEN with its wallet?',
    consequence: 'The folder goes for good, with every key in it. The other chain of this name stays.',
    facts: [
      { name: 'Folder', value: '/home/robin/.chainwright/GARDEN-2' },
      { name: 'In its wallet', value: '1,204.50000000 GARDEN' },
    ],
    warnings: ['The wallet holds coins, and there is no backup of its keys.'],
    agree: 'Delete',
    danger: true,
    typeToAgree: 'GARDEN',
  },
  'ban-range': {
    ...base,
    kind: 'setban',
    title: 'Ban 65,536 addresses?',
    consequence: 'Nobody with an address of this range can connect, and 3 of your 4 peers have one.',
    facts: [
      { name: 'Range', value: '203.0.0.0/16' },
      { name: 'For', value: '24 hours' },
    ],
    agree: 'Ban',
  },
  backup: {
    ...base,
    kind: 'exportwallet',
    title: 'Save a backup with all private keys?',
    consequence: 'Whoever gets the file can spend everything in this wallet.',
    facts: [],
    agree: 'Save',
    danger: true,
    file: { use: 'save', suggested: 'GARDEN-wallet.txt' },
  },
  owners: {
    ...base,
    title: 'Send this transaction?',
    lists: [
      {
        heading: 'Goes to',
        rows: OWNERS.map((owner, index) => ({
          who: ADDRESSES[index % 3] ?? '',
          what: `${index + 1}.00000000 GARDEN`,
          owner,
          ...(owner === 'contract' && { name: 'Import gateway' }),
        })),
      },
    ],
  },
  'old-keys': {
    ...base,
    kind: 'importpassphrase',
    title: 'Which of these addresses are yours?',
    consequence:
      'Wallets read such a text in different ways, and each way gives another key. The ticked keys are imported.',
    facts: [{ name: 'Label', value: '“savings”' }],
    warnings: ['This text is short: computers can guess it and take the coins.'],
    ticks: [
      {
        heading: 'Addresses of this text',
        required: true,
        choices: ['Passphrase of Agama', 'Recovery phrase, first address', 'Passphrase of an old web wallet'].map(
          (label, index) => ({
            ...{ name: `reading-${index}`, label, ticked: index === 0 },
            lines: [ADDRESSES[index] ?? '', 'Balance 12.50000000 GARDEN', '2 transactions, from 2017 to 2019'],
          }),
        ),
      },
    ],
    agree: 'Import the ticked keys',
    danger: true,
  },
  'move-in': {
    ...base,
    kind: 'moveinnode',
    chain: null,
    title: 'Move the node of GARDEN in?',
    consequence: 'The chain is added to your list and started. Files in the old folder are only read.',
    facts: [
      { name: 'Old folder', value: `/home/robin/${'.komodo/'.repeat(14)}GARDEN` },
      { name: 'Keys that are imported', value: '112' },
    ],
    details: {
      ...{ lists: [], open: true },
      facts: [{ name: `Left out: notes=${HOSTILE}`, value: 'This program does not know the option.' }],
    },
    ticks: [
      {
        heading: 'Lines of the conf file that weaken this node: only those you tick are taken',
        choices: ['rpcallowip=0.0.0.0/0', `walletnotify=${HOSTILE}`].map((label, index) => ({
          ...{ name: `line-${index}`, label, lines: ['It lets other computers call this node.'] },
        })),
      },
    ],
    secrets: [{ name: 'passphrase', label: 'Passphrase of the old wallet', kind: 'passphrase' }],
    agree: 'Move in',
  },
  'old-text': {
    ...base,
    kind: 'importpassphrase',
    title: 'Import the keys of an old wallet?',
    consequence: 'Type its phrase, passphrase or private key exactly as it was.',
    facts: [],
    secrets: [{ name: 'text', label: 'Phrase, passphrase or private key', kind: 'text' }],
    agree: 'Show the addresses',
  },
  picture: {
    ...base,
    kind: 'gettokenpicture',
    chain: null,
    title: 'Fetch a picture from pictures.example?',
    consequence:
      'The creator of this NFT chose the server. It learns the address of this computer, or of your proxy, and that you look at this NFT.',
    facts: [
      { name: 'Server', value: '“pictures.example”' },
      { name: 'Address', value: `https://pictures.example/${'a-long-way/'.repeat(12)}deed-17.png` },
      { name: 'Token', value: TOKEN },
    ],
    agree: 'Fetch',
    remember: 'Do not ask again for this server until the app ends',
  },
  shouldOfferClosing: { ...payment(1), offerClosing: true },
  hostile: {
    ...base,
    offerClosing: true,
    chain: HOSTILE,
    title: `Send 5.00000000 ${HOSTILE}?`,
    facts: [{ name: 'Token', value: HOSTILE }],
    warnings: [`The token calls itself ${HOSTILE}`],
    lists: [
      {
        heading: HOSTILE,
        rows: [
          {
            who: `${' '.repeat(700)}${ADDRESSES[0]}`,
            what: `9007199254740993 ${HOSTILE}`,
            owner: 'foreign',
            note: HOSTILE,
          },
        ],
      },
    ],
  },
}

const WORDS =
  'abandon ability able about above absent absorb abstract absurd abuse access accident acid acoustic acquire across act action actor actress actual adapt add zoo'

export const disclosures: Readonly<Record<string, Disclosure>> = {
  'new-phrase': {
    chain: 'GARDEN',
    title: 'Your recovery phrase',
    explanation: 'Write these words on paper, in this order. They bring coins and tokens back on any computer.',
    secret: WORDS,
    kind: 'phrase',
    done: 'I have written it down',
  },
  'private-key': {
    chain: 'GARDEN',
    title: 'Private key of RU3DnqGq9bE8kuGbyAq7dFfXTzpPcJ5zCk',
    explanation: 'Whoever has it can spend the coins and tokens of this address.',
    secret: 'UwhUSakUzhBqHYtMKaPw3BHPMSKyzMBWxtJQiQZzDGb8K7pPsWqx',
    kind: 'key',
    done: 'Done',
  },
}
