/** Notices about addresses, labels, locks and accounts of the wallet, and the watch list. */
import type { MethodResult } from '#shared/rpc/index.ts'
import { type Ground, passOn, type Teller } from '../plan.ts'
import { resultOf } from './result.ts'
import { said } from './words.ts'

const plainly =
  (text: string): Teller =>
  (call, ground) => ({ act: () => passOn(call, ground), notice: () => ({ text }) })

export const getnewaddress: Teller = (call, ground) => ({
  act: () => passOn(call, ground),
  notice: (result) => ({ text: `The wallet made the address ${said(resultOf(call, result))}.` }),
})

export const getaccountaddress: Teller = async (call, ground) => {
  const account = call.args['account']
  const before = new Set(await ground.client.call('getaddressesbyaccount', { account: account as string }))
  return {
    act: () => passOn(call, ground),
    notice(result) {
      const address = resultOf<string>(call, result)
      return before.has(address) ? undefined : { text: `The wallet made the address ${said(address)}.` }
    },
  }
}

export const getrawchangeaddress = plainly('The wallet made an address for change.')
export const keypoolrefill = plainly('The wallet made keys in advance.')
export const resendwallettransactions = plainly('Unconfirmed transactions were announced to the peers again.')

export const newaccount: Teller = (call, ground) => ({
  act: () => passOn(call, ground),
  notice(result) {
    const { account, label } = resultOf<MethodResult<'newaccount'>>(call, result)
    return { text: `The wallet has a new account: ${account} ${said(label)}.` }
  },
})

export const labelaccount: Teller = async (call, ground) => {
  const { accounts } = await ground.client.call('getwalletstatus')
  const account = call.args['account'] as number
  const before = accounts.find((each) => each.account === account)?.label
  return {
    act: () => passOn(call, ground),
    notice(result) {
      const { label } = resultOf<MethodResult<'labelaccount'>>(call, result)
      if (label === before) return undefined
      return {
        text: `Account ${account} is called ${said(label)} now.`,
        async undo() {
          await ground.client.call('labelaccount', { account, label: before ?? '' })
        },
      }
    },
  }
}

/** Both methods name an address of the wallet. */
const naming =
  (addressName: string, labelName: string): Teller =>
  async (call, ground) => {
    const komodoaddress = call.args[addressName] as string
    const before = await ground.client.call('getaccount', { komodoaddress })
    const next = call.args[labelName]
    return {
      act: () => passOn(call, ground),
      notice: () =>
        next === before
          ? undefined
          : {
              text: `The address ${said(komodoaddress)} is called ${said(next ?? '')} now.`,
              async undo() {
                await ground.client.call('setaccount', { komodoaddress, account: before })
              },
            },
    }
  }

export const setaddresslabel = naming('address', 'label')
export const setaccount = naming('komodoaddress', 'account')

export const move: Teller = (call, ground) => {
  const { fromaccount, toaccount, amount } = call.args as {
    readonly fromaccount: string
    readonly toaccount: string
    readonly amount: bigint
  }
  return {
    act: () => passOn(call, ground),
    notice: () => ({
      text: `An amount was booked from the account ${said(fromaccount)} to ${said(toaccount)}. No coins moved.`,
      async undo() {
        await ground.client.call('move', { fromaccount: toaccount, toaccount: fromaccount, amount })
      },
    }),
  }
}

const keyOf = ({ txid, vout }: { readonly txid: string; readonly vout: number }) => `${txid}:${vout}`

export const lockunspent: Teller = async (call, ground) => {
  const locked = () => ground.client.call('listlockunspent')
  const before = await locked()
  const known = new Set(before.map(keyOf))
  const unlock = call.args['unlock'] === true
  const undo = async () => {
    const now = await locked()
    const places = new Set(now.map(keyOf))
    const transactions = unlock
      ? before.filter((each) => !places.has(keyOf(each)))
      : now.filter((each) => !known.has(keyOf(each)))
    if (transactions.length > 0) await ground.client.call('lockunspent', { unlock: !unlock, transactions })
  }
  const text = unlock ? 'Outputs of the wallet may be spent again.' : 'Outputs of the wallet are kept from being spent.'
  return { act: () => passOn(call, ground), notice: () => ({ text, undo }) }
}

export const walletlock: Teller = async (call, ground) => {
  const { locked } = await ground.client.call('getwalletstatus')
  return {
    act: () => passOn(call, ground),
    notice: () => (locked ? undefined : { text: 'The wallet is locked.' }),
  }
}

const watchedAs = async ({ client }: Ground, wanted: string) =>
  (await client.call('listwatchedaddresses')).find(({ address }) => address === wanted)?.label

export const watchaddress: Teller = async (call, ground) => {
  const address = call.args['address'] as string
  const before = await watchedAs(ground, address)
  const { client } = ground
  return {
    act: () => passOn(call, ground),
    notice(result) {
      const { label } = resultOf<MethodResult<'watchaddress'>>(call, result)
      if (label === before) return undefined
      return {
        text: `The address ${said(address)} is watched${label === '' ? '' : ` as ${said(label)}`}.`,
        async undo() {
          if (before === undefined) await client.call('unwatchaddress', { address })
          else await client.call('watchaddress', { address, label: before })
        },
      }
    },
  }
}

export const unwatchaddress: Teller = async (call, ground) => {
  const address = call.args['address'] as string
  const label = await watchedAs(ground, address)
  return {
    act: () => passOn(call, ground),
    notice: () =>
      label === undefined
        ? undefined
        : {
            text: `The address ${said(address)} is not watched any more.`,
            async undo() {
              await ground.client.call('watchaddress', { address, label })
            },
          },
  }
}
