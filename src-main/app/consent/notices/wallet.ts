/** Notices about addresses, labels, locks and accounts of the wallet, and the watch list. */
import type { MethodResult } from '#shared/rpc/index.ts'
import type { AppTextKey } from '../../texts/index.ts'
import type { ConsentContext, NotifiedActionHandler } from '../plan.ts'
import { said } from './quoteArgument.ts'
import { decodeCallResult } from './result.ts'

const plainly =
  (text: AppTextKey): NotifiedActionHandler =>
  (_call, ground) => ({ notice: () => ({ text: ground.t(text) }) })

export const getnewaddress: NotifiedActionHandler = (call, ground) => ({
  notice: (result) => ({
    text: ground.t('notice.newAddress', { address: said(decodeCallResult(call, result), ground) }),
  }),
})

export const getaccountaddress: NotifiedActionHandler = async (call, ground) => {
  const account = call.args['account']
  const before = new Set(await ground.client.call('getaddressesbyaccount', { account: account as string }))
  return {
    notice(result) {
      const address = decodeCallResult<string>(call, result)
      return before.has(address)
        ? undefined
        : { text: ground.t('notice.newAddress', { address: said(address, ground) }) }
    },
  }
}

export const getrawchangeaddress = plainly('notice.changeAddress')
export const keypoolrefill = plainly('notice.keysMade')
export const resendwallettransactions = plainly('notice.resent')

export const newaccount: NotifiedActionHandler = (call, ground) => ({
  notice(result) {
    const { account, label } = decodeCallResult<MethodResult<'newaccount'>>(call, result)
    return { text: ground.t('notice.newAccount', { account, label: said(label, ground) }) }
  },
})

export const labelaccount: NotifiedActionHandler = async (call, ground) => {
  const { accounts } = await ground.client.call('getwalletstatus')
  const account = call.args['account'] as number
  const before = accounts.find((each) => each.account === account)?.label
  return {
    notice(result) {
      const { label } = decodeCallResult<MethodResult<'labelaccount'>>(call, result)
      if (label === before) return undefined
      return {
        text: ground.t('notice.accountNamed', { account, label: said(label, ground) }),
        async undo() {
          await ground.client.call('labelaccount', { account, label: before ?? '' })
        },
      }
    },
  }
}

/** Creates the handler for a method that labels an address; the two methods differ in parameter names. */
const naming =
  (addressName: string, labelName: string): NotifiedActionHandler =>
  async (call, ground) => {
    const komodoaddress = call.args[addressName] as string
    const before = await ground.client.call('getaccount', { komodoaddress })
    const next = call.args[labelName]
    return {
      notice: () =>
        next === before
          ? undefined
          : {
              text: ground.t('notice.addressNamed', {
                address: said(komodoaddress, ground),
                label: said(next ?? '', ground),
              }),
              async undo() {
                await ground.client.call('setaccount', { komodoaddress, account: before })
              },
            },
    }
  }

export const setaddresslabel = naming('address', 'label')
export const setaccount = naming('komodoaddress', 'account')

export const move: NotifiedActionHandler = (call, ground) => {
  const { fromaccount, toaccount, amount } = call.args as {
    readonly fromaccount: string
    readonly toaccount: string
    readonly amount: bigint
  }
  return {
    notice: () => ({
      text: ground.t('notice.booked', { from: said(fromaccount, ground), to: said(toaccount, ground) }),
      async undo() {
        await ground.client.call('move', { fromaccount: toaccount, toaccount: fromaccount, amount })
      },
    }),
  }
}

const formatOutpoint = ({ txid, vout }: { readonly txid: string; readonly vout: number }) => `${txid}:${vout}`

export const lockunspent: NotifiedActionHandler = async (call, ground) => {
  const locked = () => ground.client.call('listlockunspent')
  const before = await locked()
  const known = new Set(before.map(formatOutpoint))
  const unlock = call.args['unlock'] === true
  const undo = async () => {
    const now = await locked()
    const places = new Set(now.map(formatOutpoint))
    const transactions = unlock
      ? before.filter((each) => !places.has(formatOutpoint(each)))
      : now.filter((each) => !known.has(formatOutpoint(each)))
    if (transactions.length > 0) await ground.client.call('lockunspent', { unlock: !unlock, transactions })
  }
  const text = ground.t(unlock ? 'notice.outputsFree' : 'notice.outputsKept')
  return { notice: () => ({ text, undo }) }
}

export const cancelmovetophrase: NotifiedActionHandler = (call, ground) => ({
  notice: (result) => (decodeCallResult<boolean>(call, result) ? { text: ground.t('notice.moveEnded') } : undefined),
})

export const walletlock: NotifiedActionHandler = async (_call, ground) => {
  const { locked } = await ground.client.call('getwalletstatus')
  return {
    notice: () => (locked ? undefined : { text: ground.t('notice.locked') }),
  }
}

const watchedAs = async ({ client }: ConsentContext, wanted: string) =>
  (await client.call('listwatchedaddresses')).find(({ address }) => address === wanted)?.label

export const watchaddress: NotifiedActionHandler = async (call, ground) => {
  const address = call.args['address'] as string
  const before = await watchedAs(ground, address)
  const { client } = ground
  return {
    notice(result) {
      const { label } = decodeCallResult<MethodResult<'watchaddress'>>(call, result)
      if (label === before) return undefined
      return {
        text: ground.t(label === '' ? 'notice.watched' : 'notice.watchedAs', {
          ...{ address: said(address, ground), label: said(label, ground) },
        }),
        async undo() {
          if (before === undefined) await client.call('unwatchaddress', { address })
          else await client.call('watchaddress', { address, label: before })
        },
      }
    },
  }
}

export const unwatchaddress: NotifiedActionHandler = async (call, ground) => {
  const address = call.args['address'] as string
  const label = await watchedAs(ground, address)
  return {
    notice: () =>
      label === undefined
        ? undefined
        : {
            text: ground.t('notice.unwatched', { address: said(address, ground) }),
            async undo() {
              await ground.client.call('watchaddress', { address, label })
            },
          },
  }
}
