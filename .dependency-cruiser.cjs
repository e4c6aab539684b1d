// Import rules of the design. Each list names layers from lowest to highest: a layer may import only earlier ones.
// Tests and test helpers are not part of the product.
const test = '\\.test\\.tsx?$|/testing/'
const rules = []
const only = (name, from, to, comment) => rules.push({ name, severity: 'error', comment, from, to })

/**
 * @param layers folder names below `root`, one list per layer; folders of one layer do not import each other. A
 *   subfolder may be a layer of its own: `rpc/format`
 */
function inOrder(root, layers) {
  const names = layers.flat()
  const own = (name) => names.filter((other) => other.startsWith(`${name}/`)).map((other) => `^${root}/${other}/`)
  layers.forEach((layer, level) => {
    for (const name of layer) {
      const forbidden = [...layers.slice(level + 1).flat(), ...layer.filter((other) => other !== name)]
      const pathNot = [test, ...own(name)].join('|')
      for (const other of forbidden) {
        only(
          `layer-${root.replaceAll('/', '-')}-${name}-without-${other}`,
          { path: `^${root}/${name}/`, pathNot },
          {
            path: `^${root}/${other}/`,
            pathNot: [...own(other), ...(name.startsWith(`${other}/`) ? [`^${root}/${name}/`] : [])].join('|') || '^$',
          },
          `${name} may import only the layers below it; siblings meet in core and in composition`,
        )
      }
    }
  })
  known(root, names)
}

/** Adds a rule that a folder of `root` missing from `names` may import nothing. */
function known(root, names) {
  only(
    `every-folder-of-${root.replaceAll('/', '-')}`,
    { path: `^${root}/[^/]+/`, pathNot: `^${root}/(${names.join('|')})/` },
    {},
    'a new folder needs its place in .dependency-cruiser.cjs',
  )
}

known('src-main', [
  ...['files', 'node', 'config', 'app', 'shell', 'web', 'cli', 'query', 'launch', 'packaging', 'walks'],
])
inOrder('src-main/node', [
  ['util'],
  ['crypto'],
  ['primitives'],
  ['core'],
  ['conditions'],
  ['script'],
  ['shielded'],
  ['consensus'],
  ['verify', 'storage'],
  ['chain'],
  ['mempool'],
  ['transactions'],
  ['rpc/format'],
  ['addressIndex', 'contracts', 'mining', 'wallet', 'watchList', 'p2p', 'notify', 'zmq', 'publish'],
  ['rpc/explain'],
  ['wallet/rpc'],
  ['rpc'],
  ['metrics'],
  ['composition'],
  ['testing'],
])
inOrder('src-main/node/contracts', [
  ['framework'],
  ['tokens'],
  ['oracles'],
  ['assets', 'channels', 'dice', 'faucet', 'gateways', 'heir', 'importgateway', 'payments', 'rewards'],
  ['testing'],
])
only(
  'contracts-below-their-list',
  { path: '^src-main/node/contracts/[^/]+/', pathNot: test },
  { path: '^src-main/node/contracts/[^/]+\\.ts$', pathNot: '^src-main/node/contracts/contract\\.ts$' },
  'list.ts and what walks it know every contract; a contract knows contract.ts',
)
inOrder('src-main/app', [
  ['texts', 'thread'],
  ['appSettings', 'contacts', 'opening', 'power', 'updates'],
  ['pictures'],
  ['moveIn'],
  ['chains'],
  ['alerts', 'consent'],
  ['fuzz', 'testing'],
])
inOrder('src-renderer', [['i18n'], ['ui'], ['node'], ['components'], ['tasks'], ['features'], ['app'], ['testing']])

only(
  'wallet-without-rpc-errors',
  { path: '^src-main/node/wallet/', pathNot: `${test}|^src-main/node/wallet/rpc/` },
  { path: '^src-shared/errors\\.ts$' },
  'the wallet throws WalletErrors; wallet/rpc/walletErrorCodes.ts maps them',
)
only('no-cycles', {}, { circular: true }, 'a cycle hides the order of things')
only(
  'surface-of-the-node',
  { path: '^src-main/(app|web|shell|config|cli|packaging)/', pathNot: test },
  { path: '^src-main/node/', pathNot: '^src-main/node/index\\.ts$|^src-main/node/composition/node\\.ts$' },
  'the node is reached through node/index.ts',
)
only(
  'maker-of-nodes',
  { path: '^src-', pathNot: `${test}|^src-main/(app/thread/nodeSetup|node/index)\\.ts$` },
  { path: '^src-main/node/composition/node\\.ts$' },
  'one place makes nodes, in a thread or in the daemon',
)
only(
  'nothing-of-the-node-imports-its-surface',
  { path: '^src-main/node/', pathNot: test },
  { path: '^src-main/node/index\\.ts$' },
  'node/index.ts is for those outside',
)
only(
  'query-composes-layers',
  { path: '^src-main/query/', pathNot: test },
  { path: '^src-main/node/', pathNot: '/index\\.ts$|^src-main/node/composition/options\\.ts$' },
  'chainwright-query builds its own program of the node’s layers, through their index.ts',
)
only(
  'node-is-alone',
  { path: '^src-main/node/', pathNot: test },
  { path: '^(src-main/(app|shell|web|cli|query|config|launch|packaging)|src-renderer)/' },
  'the node runs anywhere',
)
only(
  'config-knows-the-node-only',
  { path: '^src-main/config/', pathNot: test },
  { path: '^src-main/(app|shell|web|cli|query|launch|packaging)/' },
  'options are read before anything runs',
)
only(
  'app-has-no-windows',
  { path: '^src-main/app/', pathNot: test },
  { path: '^src-main/(shell|web|cli|query|packaging)/' },
  'the app runs the same under Electron and behind a browser',
)
only(
  'parts-of-the-app-below-its-root',
  { path: '^src-main/app/[^/]+/', pathNot: test },
  { path: '^src-main/app/(openChainManager|windowFiles)\\.ts$' },
  'openChainManager.ts builds the parts; they do not import it',
)
only(
  'files-at-the-bottom',
  { path: '^src-main/files/', pathNot: test },
  { path: '^src-', pathNot: '^src-main/files/' },
  'files knows nothing of what it writes',
)
only(
  'launch-starts-others',
  { path: '^src-main/launch/', pathNot: test },
  { path: '^src-', pathNot: '^src-main/launch/' },
  'it runs before anything is built',
)
only(
  'electron-in-shell',
  { pathNot: '^src-main/shell/' },
  { path: '^(node_modules/)?electron(/|$)', pathNot: 'electron-vite' },
  'only the shell knows Electron',
)
only(
  'shell-and-web-apart',
  { path: '^src-main/(shell|web)/', pathNot: test },
  { path: '^src-main/(web|shell|cli|query)/', pathNot: '^src-main/$1/' },
  'the desktop app never serves its window to browsers',
)
only(
  'page-of-questions-below-its-window',
  { path: '^src-main/shell/prompt/', pathNot: test },
  { path: '^src-main/shell/promptPage/' },
  'the page imports what both say, not the other way round',
)
only(
  'client-is-thin',
  { path: '^src-main/cli/client' },
  { path: '^src-main/(node|app|shell|web|config)/' },
  'the command-line client uses src-shared only',
)
only(
  'walks-are-a-test',
  { path: '^src-', pathNot: `${test}|^src-main/walks/` },
  { path: '^src-main/walks/' },
  'they follow the code',
)
only(
  'shared-is-pure',
  { path: '^src-shared/', pathNot: test },
  { path: '^(src-main|src-renderer|e2e)/' },
  'src-shared imports nothing of ours',
)
only(
  'shared-no-builtins',
  { path: '^src-shared/', pathNot: test },
  { dependencyTypes: ['core'] },
  'src-shared has no Node',
)
only('renderer', { path: '^src-renderer/' }, { path: '^(src-main|e2e)/' }, 'the window imports only src-shared')
only(
  'renderer-no-builtins',
  { path: '^src-renderer/', pathNot: test },
  { dependencyTypes: ['core'] },
  'the window has no Node',
)
only(
  'features-apart',
  { path: '^src-renderer/features/([^/]+)/' },
  { path: '^src-renderer/features/', pathNot: '^src-renderer/features/$1/' },
  'features never import features',
)
only(
  'product-without-tests',
  { path: '^src-', pathNot: test },
  { path: '^e2e/' },
  'the product does not import its tests',
)
only(
  'product-without-test-support',
  { path: '^src-', pathNot: test },
  { path: '/testing/' },
  'testing/ folders are for tests only',
)
only(
  'test-support-in-testing',
  { path: '^src-', pathNot: test },
  { path: '^(node_modules/)?(vitest|fast-check)(/|$)' },
  'what helps tests stands in a testing/ folder',
)

module.exports = {
  forbidden: rules,
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^out/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.node'],
    },
  },
}
