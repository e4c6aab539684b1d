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
  summary: 'Builds the transaction that sets coins or tokens aside for an heir.',
  description: `Their owner can spend them at any time, the heir once the owner has not moved any of them for the time given. ${NOT_SENT}`,
  usage: 'heirfund funds heirname heirpubkey inactivitytime memo [tokenid]',
  params: [
    funds(),
    p.text('heirname', 'name of the inheritance'),
    p.text('heirpubkey', 'public key of the heir'),
    p.text('inactivitytime', 'seconds without a move of the owner, after which the heir can spend'),
    p.text('memo', 'a note that everybody can read'),
    p.text('tokenid', 'token; without it, coins are set aside').optional(),
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
  summary: 'Builds the transaction that adds to an inheritance of this node’s key.',
  description: `It does not count as a move: the time of the heir goes on. ${NOT_SENT}`,
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
  summary: 'Builds the transaction that takes coins or tokens out of an inheritance.',
  description: `For its owner at any time, for the heir once the owner has not moved for the time given. ${NOT_SENT}`,
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
  returns: 'ids of the transactions that created them',
  result: r.array(r.txid('transaction that created the inheritance')),
  errors: [CONTRACT_GATE],
  examples: [{ params: [] }],
})

const heirinfo = defineMethod({
  name: 'heirinfo',
  category: 'contracts',
  consent: 'none',
  changesWith: ['tip', 'mempool'],
  summary: 'Shows who set an inheritance up, for whom, what it holds, and whether the heir can spend it.',
  usage: 'heirinfo fundingtxid',
  params: [funding()],
  result: r.oneOf(
    'the inheritance at the tip',
    r.object({
      fundingtxid: r.txid(),
      name: r.text('any text'),
      tokenid: r.optional(r.txid('only of tokens')),
      owner: r.pubkey(),
      heir: r.pubkey(),
      type: r.choice('', 'coins', 'tokens'),
      lifetime: r.text('all that was ever put in'),
      available: r.text('what can be taken out by one claim'),
      OwnerRemainderTokens: r.optional(r.text('units of the token that its owner has besides')),
      InactivityTimeSetting: r.text('seconds'),
      IsHeirSpendingAllowed: r.choice('', 'true', 'false'),
      InactivityTime: r.optional(r.text('seconds since the owner’s last move, while the heir has to wait')),
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
  summary: 'Lists the inheritances that this node’s key set up or is the heir of, newest first.',
  description:
    'Only confirmed ones, at most a hundred. What waits in the mempool to be taken out no longer counts; what comes back from it counts once it is in a block.',
  usage: 'listinheritances',
  params: [],
  returns: 'the inheritances as their owner and their heir see them',
  result: r.object({
    usable: r.choice(
      'no-contract: the chain leaves it out; no-index: the node runs without -addressindex or -spentindex; no-key: without -pubkey',
      ...(['yes', 'no-contract', 'no-index', 'no-key'] as const),
    ),
    pubkey: r.oneOf('this node’s key, that these are about; null where it is not usable', r.pubkey(), r.nothing),
    time: r.time('of the tip, by which the chain measures'),
    total: r.int('how many there are; rows are the newest of them'),
    rows: r.array(
      r.object({
        txid: r.txid('transaction that created it'),
        name: r.text('any text'),
        token: r.optional(
          r.object({ tokenid: r.txid(), name: r.text('any text; empty if the token is not known') }, 'only of tokens'),
        ),
        owner: r.pubkey(),
        heir: r.pubkey(),
        own: r.bool('this node’s key is the owner'),
        inherits: r.bool('this node’s key is the heir'),
        coins: r.optional(r.coins('what can be taken out by one claim')),
        units: r.optional(r.int64('the same of tokens')),
        inactivity: r.int64('seconds without a move of the owner, after which the heir can spend'),
        since: r.oneOf('when the owner last moved, by the time of that block', r.time(), r.nothing),
        allowed: r.bool('the heir can spend now'),
        wait: r.int64(
          'seconds from the time of the tip until the heir can spend, unless the owner moves; 0 if allowed',
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
  summary: 'Shows the addresses of heirs, of this node, and those that it shares with a public key.',
  usage: 'heiraddress pubkey',
  // The reference rejects only too many parameters. Without a parameter, it fails because the first value is not a
  // string.
  leastParams: 0,
  params: [p.text('pubkey', 'public key of the heir')],
  returns: 'addresses and what they hold',
  result: contractAddresses('Heir', {
    HeirCC1of2Address: r.optional(r.address('coins that both keys can spend')),
    HeirCC1of2TokensAddress: r.optional(r.address('tokens that both keys can spend')),
  }),
  errors: [CONTRACT_GATE],
  examples: [{ params: [PUBKEY_EXAMPLE] }],
})

export const heirMethods = { heirfund, heiradd, heirclaim, heirlist, heirinfo, heiraddress, listinheritances } as const
