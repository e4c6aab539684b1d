import type { MethodResult } from '#shared/rpc/index.ts'
import { groupDigits } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'

type Row = Pick<MethodResult<'listwallethistory'>['rows'][number], 'kind' | 'action' | 'token' | 'fee'>

/** Characters of a token's name */
const MOST_NAME = 32

const PLAIN: Readonly<Record<Row['kind'], string>> = {
  sent: 'Sent',
  received: 'Received',
  mined: 'Mined',
  self: 'Moved to myself',
  module: 'Contract transaction',
}

/** "250 GOLD"; of a single piece only its name */
function amountOf(token: Row['token']): string {
  if (token === null) return 'tokens'
  const name = visibleString(token.name, MOST_NAME)
  return token.nft ? name : `${groupDigits(token.units)} ${name}`
}

/** What a transaction did for the wallet, in a few words. The name of a token in it is untrusted and made visible. */
export function whatHappened({ kind, action, token, fee }: Row): string {
  const paid = fee !== null
  const name = token === null ? 'a token' : visibleString(token.name, MOST_NAME)
  switch (action) {
    case 'token-create':
      return `Created ${name}`
    case 'token-transfer':
      if (token?.away) return `Sent ${amountOf(token)}`
      return `${paid ? 'Moved to myself:' : 'Received'} ${amountOf(token)}`
    case 'token-burn':
      return `Burned ${amountOf(token)}`
    case 'faucet-fund':
      return 'Funded the faucet'
    case 'faucet-claim':
      return 'Claimed from the faucet'
    case 'ask':
      return `Offered ${amountOf(token)} for sale`
    case 'bid':
      return `Offered to buy ${amountOf(token)}`
    case 'fill-ask':
      return `${paid ? 'Bought' : 'Sold'} ${amountOf(token)}`
    case 'fill-bid':
      return `${paid ? 'Sold' : 'Bought'} ${amountOf(token)}`
    case 'cancel-ask':
    case 'cancel-bid':
      return `Cancelled an order of ${name}`
    default:
      return PLAIN[kind]
  }
}
