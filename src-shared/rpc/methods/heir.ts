/**
 * Methods of inheritances: coins or tokens that another key can spend after a period without activity of their owner
 * (heir.md §6).
 */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { builtContract, CONTRACT_GATE, contractAddresses } from './contractShapes.ts'
import { moduleError, PUBKEY_EXAMPLE, TXID_EXAMPLE } from './shapes.ts'

const funding = () => p.text('fundingtxid', 'transaction that created the inheritance')
const funds = () => p.text('funds', 'coins with up to 8 decimals, or whole token units')
const NOT_SENT = 'Nothing is sent: give the hex to sendrawtransaction.'

const heirfund = defineMethod({
  name: 'heirfund',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that reserves coins or tokens for an heir.',
  description: `The owner can spend them at any time, the heir once the owner has not moved any of them for the given time. ${NOT_SENT}`,
  usage: 'heirfund funds heirname heirpubkey inactivitytime memo [tokenid]',
  params: [
    funds(),
    p.text('heirname', 'name of the inheritance'),
    p.text('heirpubkey', 'public key of the heir'),
    p.text('inactivitytime', 'seconds of inactivity of the owner, after which the heir can spend'),
    p.text('memo', 'public note'),
    p.text('tokenid', 'id of the token; default: coins').optional(),
  ],
  result: builtContract(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['100', 'WILL', PUBKEY_EXAMPLE, '7776000', 'for Anna'] }],
})

const heiradd = defineMethod({
  name: 'heiradd',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that adds funds to an inheritance of this node’s key.',
  description: `Adding funds does not count as activity of the owner: the heir’s waiting time continues. ${NOT_SENT}`,
  usage: 'heiradd funds fundingtxid',
  params: [funds(), funding()],
  result: builtContract(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['50', TXID_EXAMPLE] }],
})

const heirclaim = defineMethod({
  name: 'heirclaim',
  category: 'contracts',
  consent: 'none',
  changesWith: 'never',
  signed: ['hex'],
  summary: 'Builds the transaction that withdraws coins or tokens from an inheritance.',
  description: `The owner can withdraw at any time, the heir once the owner has been inactive for the given time. ${NOT_SENT}`,
  usage: 'heirclaim funds fundingtxid',
  params: [funds(), funding()],
  result: builtContract(),
  errors: [CONTRACT_GATE],
  examples: [{ params: ['5', TXID_EXAMPLE] }],
})

const heirlist = defineMethod({
  name: 'heirlist',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip'],
  summary: 'Lists the inheritances of this chain.',
  usage: 'heirlist',
  params: [],
  returns: 'ids of the transactions that created the inheritances',
  result: r.array(r.txid('transaction that created the inheritance')),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const heirinfo = defineMethod({
  name: 'heirinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows the owner, the heir and the funds of an inheritance, and whether the heir can spend them.',
  usage: 'heirinfo fundingtxid',
  params: [funding()],
  result: r.oneOf(
    'the inheritance at the tip',
    r.object({
      fundingtxid: r.txid(),
      name: r.text('any text'),
      tokenid: r.optional(r.txid('id of the token; only for tokens')),
      owner: r.pubkey(),
      heir: r.pubkey(),
      type: r.choice('', 'coins', 'tokens'),
      lifetime: r.text('total amount ever put in'),
      available: r.text('maximum amount of one claim'),
      OwnerRemainderTokens: r.optional(r.text('other units of the token held by the owner')),
      InactivityTimeSetting: r.text('seconds'),
      IsHeirSpendingAllowed: r.choice('', 'true', 'false'),
      InactivityTime: r.optional(r.text('seconds since the owner’s last activity, while the heir has to wait')),
      memo: r.text('any text'),
      result: r.choice('', 'success'),
    }),
    moduleError,
  ),
  errors: [CONTRACT_GATE],
  examples: [{ params: [TXID_EXAMPLE] }],
})

const listinheritances = defineMethod({
  name: 'listinheritances',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Lists the inheritances with this node’s key as owner or heir, newest first.',
  description:
    'Only confirmed ones, at most a hundred. Funds that an unconfirmed transaction withdraws no longer count; its change counts once the transaction is in a block.',
  usage: 'listinheritances',
  params: [],
  returns: 'the inheritances, for owner and heir',
  result: r.object({
    usable: r.choice(
      'availability; no-contract: the chain does not have the contract; no-index: the node runs without -addressindex or -spentindex; no-key: without -pubkey',
      ...(['yes', 'no-contract', 'no-index', 'no-key'] as const),
    ),
    pubkey: r.oneOf(
      'this node’s key, the owner or heir of these inheritances; null if it is not usable',
      r.pubkey(),
      r.nothing,
    ),
    time: r.time('time of the tip, by which the contract measures'),
    total: r.int('total number of inheritances; rows are the newest of them'),
    rows: r.array(
      r.object({
        txid: r.txid('transaction that created the inheritance'),
        name: r.text('any text'),
        token: r.optional(
          r.object(
            { tokenid: r.txid(), name: r.text('any text; empty if the token is unknown') },
            'token; only for tokens',
          ),
        ),
        owner: r.pubkey(),
        heir: r.pubkey(),
        own: r.bool('true if this node’s key is the owner'),
        inherits: r.bool('true if this node’s key is the heir'),
        coins: r.optional(r.coins('maximum coins of one claim')),
        units: r.optional(r.int64('maximum token units of one claim')),
        inactivity: r.int64('seconds of inactivity of the owner, after which the heir can spend'),
        since: r.oneOf('time of the block with the owner’s last activity', r.time(), r.nothing),
        allowed: r.bool('true if the heir can spend now'),
        wait: r.int64(
          'seconds from the time of the tip until the heir can spend, if the owner stays inactive; 0 if allowed',
        ),
      }),
    ),
  }),
  examples: [{ params: [] }],
  flags: { beyondReference: true },
})

const heiraddress = defineMethod({
  name: 'heiraddress',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows the addresses of heirs, of this node, and those shared with a public key.',
  usage: 'heiraddress pubkey',
  // The reference rejects only too many parameters. Without a parameter, it fails because the first value is not a
  // string.
  leastParams: 0,
  params: [p.text('pubkey', 'public key of the heir')],
  returns: 'addresses and their balances',
  result: contractAddresses('Heir', {
    HeirCC1of2Address: r.optional(r.address('address of coins that both keys can spend')),
    HeirCC1of2TokensAddress: r.optional(r.address('address of tokens that both keys can spend')),
  }),
  errors: [CONTRACT_GATE],
  examples: [{ params: [PUBKEY_EXAMPLE] }],
})

export const heirMethods = { heirfund, heiradd, heirclaim, heirlist, heirinfo, heiraddress, listinheritances } as const
