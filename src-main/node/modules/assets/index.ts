/** assets: the exchange of tokens for coins. Orders to sell (asks) and to buy (bids), filled whole or in part (tokens.md §4). */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { CcModule } from '../ccModule.ts'
import { assetsExplainer } from './explain.ts'
import { ASSETS_KEY } from './keys.ts'
import { validateAssets } from './validate.ts'

export const assetsModule = {
  name: 'assets',
  evalCodes: [EVAL_CODES.assets],
  globalKeys: [ASSETS_KEY],
  holdsTokens: true,
  validate: validateAssets,
  explainer: assetsExplainer,
} as const satisfies CcModule<'assets'>
