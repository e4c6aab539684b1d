import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readAddressesSearch, readAddressSearch, readSnapshotSearch } from '../features/addresses/search.ts'
import { readChainsSearch, readJoinSearch } from '../features/chains/search.ts'
import { readChannelsSearch } from '../features/channels/search.ts'
import { readConsoleSearch } from '../features/console/search.ts'
import { readBlockSearch, readTransactionSearch } from '../features/explorer/search.ts'
import { readFaucetSearch } from '../features/faucet/search.ts'
import { readHeirSearch } from '../features/heir/search.ts'
import { HomePage } from '../features/home/HomePage.tsx'
import { readHomeSearch } from '../features/home/search.ts'
import { readMarketSearch, readMarketsSearch } from '../features/market/search.ts'
import { readMiningSearch } from '../features/mining/search.ts'
import { readMoveInSearch } from '../features/moveIn/search.ts'
import { readBansSearch, readPeersSearch } from '../features/network/search.ts'
import { readRewardsSearch } from '../features/rewards/search.ts'
import { readSettingsSearch } from '../features/settings/search.ts'
import { readTokenSearch, readTokensSearch } from '../features/tokens/search.ts'
import { readWalletSearch } from '../features/wallet/search.ts'
import { withTexts } from '../i18n/texts.ts'
import { NotFound } from './NotFound.tsx'
import { PageFailed } from './PageFailed.tsx'
import { PagePending } from './PagePending.tsx'
import { Shell } from './Shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readHomeSearch,
  // The home page is part of the main bundle: loading it separately would take longer.
  component: HomePage,
})

const wallet = createRoute({
  getParentRoute: () => root,
  path: '/wallet',
  validateSearch: readWalletSearch,
  component: lazyRouteComponent(
    withTexts(['wallet', 'backup'], () => import('../features/wallet/WalletPage.tsx')),
    'WalletPage',
  ),
})

const mining = createRoute({
  getParentRoute: () => root,
  path: '/mining',
  validateSearch: readMiningSearch,
  component: lazyRouteComponent(
    withTexts(['mining'], () => import('../features/mining/MiningPage.tsx')),
    'MiningPage',
  ),
})

const tokens = createRoute({
  getParentRoute: () => root,
  path: '/tokens',
  validateSearch: readTokensSearch,
  beforeLoad({ search: { token: tokenid, act } }) {
    if (tokenid === undefined) return
    throw redirect({ to: '/tokens/$tokenid', params: { tokenid }, search: act ? { act } : {}, replace: true })
  },
  component: lazyRouteComponent(
    withTexts(['tokens', 'nft'], () => import('../features/tokens/TokensPage.tsx')),
    'TokensPage',
  ),
})

const createToken = createRoute({
  getParentRoute: () => root,
  path: '/tokens/create',
  component: lazyRouteComponent(
    withTexts(['tokens'], () => import('../features/tokens/create/CreateTokenPage.tsx')),
    'CreateTokenPage',
  ),
})

const token = createRoute({
  getParentRoute: () => root,
  path: '/tokens/$tokenid',
  validateSearch: readTokenSearch,
  component: lazyRouteComponent(
    withTexts(['tokens', 'market', 'nft'], () => import('../features/tokens/TokenPage.tsx')),
    'TokenPage',
  ),
})

const markets = createRoute({
  getParentRoute: () => root,
  path: '/market',
  validateSearch: readMarketsSearch,
  component: lazyRouteComponent(
    withTexts(['market'], () => import('../features/market/MarketsPage.tsx')),
    'MarketsPage',
  ),
})

const market = createRoute({
  getParentRoute: () => root,
  path: '/market/$tokenid',
  validateSearch: readMarketSearch,
  component: lazyRouteComponent(
    withTexts(['market', 'trade', 'nft'], () => import('../features/market/MarketPage.tsx')),
    'MarketPage',
  ),
})

const explorer = createRoute({
  getParentRoute: () => root,
  path: '/explorer',
  component: lazyRouteComponent(
    withTexts(['explorer', 'palette'], () => import('../features/explorer/ExplorerPage.tsx')),
    'ExplorerPage',
  ),
})

const block = createRoute({
  getParentRoute: () => root,
  path: '/block/$block',
  validateSearch: readBlockSearch,
  component: lazyRouteComponent(
    withTexts(['explorer'], () => import('../features/explorer/block/BlockPage.tsx')),
    'BlockPage',
  ),
})

const transaction = createRoute({
  getParentRoute: () => root,
  path: '/tx/$txid',
  validateSearch: readTransactionSearch,
  component: lazyRouteComponent(
    withTexts(['explorer'], () => import('../features/explorer/transaction/TransactionPage.tsx')),
    'TransactionPage',
  ),
})

const find = createRoute({
  getParentRoute: () => root,
  path: '/find/$hash',
  component: lazyRouteComponent(
    withTexts(['explorer'], () => import('../features/explorer/find/FindPage.tsx')),
    'FindPage',
  ),
})

const inheritance = createRoute({
  getParentRoute: () => root,
  path: '/inheritance',
  validateSearch: readHeirSearch,
  component: lazyRouteComponent(
    withTexts(['heir'], () => import('../features/heir/HeirPage.tsx')),
    'HeirPage',
  ),
})

const faucet = createRoute({
  getParentRoute: () => root,
  path: '/faucet',
  validateSearch: readFaucetSearch,
  component: lazyRouteComponent(
    withTexts(['faucet'], () => import('../features/faucet/FaucetPage.tsx')),
    'FaucetPage',
  ),
})

const channels = createRoute({
  getParentRoute: () => root,
  path: '/channels',
  validateSearch: readChannelsSearch,
  component: lazyRouteComponent(
    withTexts(['channels'], () => import('../features/channels/ChannelsPage.tsx')),
    'ChannelsPage',
  ),
})

const rewards = createRoute({
  getParentRoute: () => root,
  path: '/rewards',
  validateSearch: readRewardsSearch,
  component: lazyRouteComponent(
    withTexts(['rewards'], () => import('../features/rewards/RewardsPage.tsx')),
    'RewardsPage',
  ),
})

const addresses = createRoute({
  getParentRoute: () => root,
  path: '/addresses',
  validateSearch: readAddressesSearch,
  component: lazyRouteComponent(
    withTexts(['addresses', 'palette'], () => import('../features/addresses/AddressesPage.tsx')),
    'AddressesPage',
  ),
})

const snapshot = createRoute({
  getParentRoute: () => root,
  path: '/addresses/snapshot',
  validateSearch: readSnapshotSearch,
  component: lazyRouteComponent(
    withTexts(['addresses'], () => import('../features/addresses/snapshot/SnapshotPage.tsx')),
    'SnapshotPage',
  ),
})

const address = createRoute({
  getParentRoute: () => root,
  path: '/addresses/$address',
  validateSearch: readAddressSearch,
  component: lazyRouteComponent(
    withTexts(['addresses'], () => import('../features/addresses/AddressPage.tsx')),
    'AddressPage',
  ),
})

const peers = createRoute({
  getParentRoute: () => root,
  path: '/peers',
  validateSearch: readPeersSearch,
  component: lazyRouteComponent(
    withTexts(['network'], () => import('../features/network/peers/PeersPage.tsx')),
    'PeersPage',
  ),
})

const bans = createRoute({
  getParentRoute: () => root,
  path: '/bans',
  validateSearch: readBansSearch,
  component: lazyRouteComponent(
    withTexts(['network'], () => import('../features/network/bans/BansPage.tsx')),
    'BansPage',
  ),
})

const console = createRoute({
  getParentRoute: () => root,
  path: '/console',
  validateSearch: readConsoleSearch,
  component: lazyRouteComponent(
    withTexts(['console'], () => import('../features/console/ConsolePage.tsx')),
    'ConsolePage',
  ),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(
    withTexts(['settings', 'shortcuts'], () => import('../features/settings/SettingsPage.tsx')),
    'SettingsPage',
  ),
})

const chains = createRoute({
  getParentRoute: () => root,
  path: '/chains',
  validateSearch: readChainsSearch,
  component: lazyRouteComponent(
    withTexts(['chains'], () => import('../features/chains/manage/ChainsPage.tsx')),
    'ChainsPage',
  ),
})

const createChain = createRoute({
  getParentRoute: () => root,
  path: '/chains/create',
  component: lazyRouteComponent(
    withTexts(['chains'], () => import('../features/chains/create/CreateChainPage.tsx')),
    'CreateChainPage',
  ),
})

const joinChain = createRoute({
  getParentRoute: () => root,
  path: '/chains/join',
  validateSearch: readJoinSearch,
  component: lazyRouteComponent(
    withTexts(['chains'], () => import('../features/chains/join/JoinChainPage.tsx')),
    'JoinChainPage',
  ),
})

const moveIn = createRoute({
  getParentRoute: () => root,
  path: '/chains/movein',
  validateSearch: readMoveInSearch,
  component: lazyRouteComponent(
    withTexts(['moveIn'], () => import('../features/moveIn/MoveInPage.tsx')),
    'MoveInPage',
  ),
})

const liveChains = createRoute({
  getParentRoute: () => root,
  path: '/chains/live',
  component: lazyRouteComponent(
    withTexts(['chains'], () => import('../features/chains/gallery/LiveChainsPage.tsx')),
    'LiveChainsPage',
  ),
})

/**
 * Routes use the URL hash: the window is served from an app:// address or by a plain file server. A reload must restore
 * the page with either.
 */
export function createWindowRouter() {
  return createRouter({
    routeTree: root.addChildren([
      overview,
      wallet,
      mining,
      tokens,
      createToken,
      token,
      markets,
      market,
      explorer,
      block,
      transaction,
      find,
      faucet,
      inheritance,
      channels,
      rewards,
      addresses,
      snapshot,
      address,
      peers,
      bans,
      console,
      chains,
      createChain,
      joinChain,
      liveChains,
      moveIn,
      settings,
    ]),
    history: createHashHistory(),
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailed,
    scrollRestoration: false,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createWindowRouter>
  }
}
