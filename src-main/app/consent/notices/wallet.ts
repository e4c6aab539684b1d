/** Notices about addresses, labels, locks and accounts of the wallet, and the watch list. */
import type { MethodResult } from '#shared/rpc/index.ts'
import type { AppTextKey } from '../../texts/index.ts'
import type { ConsentContext, NotifiedActionHandler } from '../plan.ts'
import { quoteArgument } from './quoteArgument.ts'
import { decodeCallResult } from './result.ts'

const plainly =
  (text: AppTextKey): NotifiedActionHandler =>
  (_call, context) => ({ notice: () => ({ text: context.t(text) }) })

export const getnewaddress: NotifiedActionHandler = (call, context) => ({
  notice: (result) => ({
    text: context.t('notice.newAddress', { address: quoteArgument(decodeCallResult(call, result), context) }),
  }),
})

export const getaccountaddress: NotifiedActionHandler = async (call, context) => {
  const account = call.args['account']
  const before = new Set(await context.client.call('getaddressesbyaccount', { account: account as string }))
  return {
    notice(result) {
      const address = decodeCallResult<string>(call, result)
      return before.has(address)
        ? undefined
        : { text: context.t('notice.newAddress', { address: quoteArgument(address, context) }) }
    },
  }
}

export const getrawchangeaddress = plainly('notice.changeAddress')
export const keypoolrefill = plainly('notice.keysMade')
export const resendwallettransactions = plainly('notice.resent')

export const newaccount: NotifiedActionHandler = (call, context) => ({
  notice(result) {
    const { account, label } = decodeCallResult<MethodResult<'newaccount'>>(call, result)
    return { text: context.t('notice.newAccount', { account, label: quoteArgument(label, context) }) }
  },
})

export const labelaccount: NotifiedActionHandler = async (call, context) => {
  const { accounts } = await context.client.call('getwalletstatus')
  const account = call.args['account'] as number
  const before = accounts.find((each) => each.account === account)?.label
  return {
    notice(result) {
      const { label } = decodeCallResult<MethodResult<'labelaccount'>>(call, result)
      if (label === before) return undefined
      return {
        text: context.t('notice.accountNamed', { account, label: quoteArgument(label, context) }),
        async undo() {
          await context.client.call('labelaccount', { account, label: before ?? '' })
        },
      }
    },
  }
}

/** Creates the handler for a method that labels an address; the two methods differ in parameter names. */
const naming =
  (addressName: string, labelName: string): NotifiedActionHandler =>
  async (call, context) => {
    const komodoaddress = call.args[addressName] as string
    const before = await context.client.call('getaccount', { komodoaddress })
    const next = call.args[labelName]
    return {
      notice: () =>
        next === before
          ? undefined
          : {
              text: context.t('notice.addressNamed', {
                address: quoteArgument(komodoaddress, context),
                label: quoteArgument(next ?? '', context),
              }),
              async undo() {
                await context.client.call('setaccount', { komodoaddress, account: before })
              },
            },
    }
  }

export const setaddresslabel = naming('address', 'label')
export const setaccount = naming('komodoaddress', 'account')

export const move: NotifiedActionHandler = (call, context) => {
  const { fromaccount, toaccount, amount } = call.args as {
    readonly fromaccount: string
    readonly toaccount: string
    readonly amount: bigint
  }
  return {
    notice: () => ({
      text: context.t('notice.booked', {
        from: quoteArgument(fromaccount, context),
        to: quoteArgument(toaccount, context),
      }),
      async undo() {
        await context.client.call('move', { fromaccount: toaccount, toaccount: fromaccount, amount })
      },
    }),
  }
}

const formatOutpoint = ({ txid, vout }: { readonly txid: string; readonly vout: number }) => `${txid}:${vout}`

export const lockunspent: NotifiedActionHandler = async (call, context) => {
  const locked = () => context.client.call('listlockunspent')
  const before = await locked()
  const known = new Set(before.map(formatOutpoint))
  const unlock = call.args['unlock'] === true
  const undo = async () => {
    const now = await locked()
    const places = new Set(now.map(formatOutpoint))
    const transactions = unlock
      ? before.filter((each) => !places.has(formatOutpoint(each)))
      : now.filter((each) => !known.has(formatOutpoint(each)))
    if (transactions.length > 0) await context.client.call('lockunspent', { unlock: !unlock, transactions })
  }
  const text = context.t(unlock ? 'notice.outputsFree' : 'notice.outputsKept')
  return { notice: () => ({ text, undo }) }
}

export const cancelmovetophrase: NotifiedActionHandler = (call, context) => ({
  notice: (result) => (decodeCallResult<boolean>(call, result) ? { text: context.t('notice.moveEnded') } : undefined),
})

export const walletlock: NotifiedActionHandler = async (_call, context) => {
  const { locked } = await context.client.call('getwalletstatus')
  return {
    notice: () => (locked ? undefined : { text: context.t('notice.locked') }),
  }
}

const watchedAs = async ({ client }: ConsentContext, wanted: string) =>
  (await client.call('listwatchedaddresses')).find(({ address }) => address === wanted)?.label

export const watchaddress: NotifiedActionHandler = async (call, context) => {
  const address = call.args['address'] as string
  const before = await watchedAs(context, address)
  const { client } = context
  return {
    notice(result) {
      const { label } = decodeCallResult<MethodResult<'watchaddress'>>(call, result)
      if (label === before) return undefined
      return {
        text: context.t(label === '' ? 'notice.watched' : 'notice.watchedAs', {
          ...{ address: quoteArgument(address, context), label: quoteArgument(label, context) },
        }),
        async undo() {
          if (before === undefined) await client.call('unwatchaddress', { address })
          else await client.call('watchaddress', { address, label: before })
        },
      }
    },
  }
}

export const unwatchaddress: NotifiedActionHandler = async (call, context) => {
  const address = call.args['address'] as string
  const label = await watchedAs(context, address)
  return {
    notice: () =>
      label === undefined
        ? undefined
        : {
            text: context.t('notice.unwatched', { address: quoteArgument(address, context) }),
            async undo() {
              await context.client.call('watchaddress', { address, label })
            },
          },
  }
}
