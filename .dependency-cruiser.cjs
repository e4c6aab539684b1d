// The import rules of the design. Layers of src-main/node stand in order: each may use only the earlier ones.
const layers = [
  ['util'],
  ['crypto'],
  ['primitives'],
  ['conditions'],
  ['script'],
  ['shielded'],
  ['consensus'],
  ['verify', 'storage'],
  ['chain'],
  ['mempool'],
  ['addressIndex', 'modules', 'mining', 'wallet', 'watchList', 'p2p', 'notify', 'zmq', 'publish'],
  ['rpc'],
  ['metrics'],
]
const folder = (name) => `^src-main/node/${name}/`
// Tests and what helps them; nothing of it is part of the product.
const test = '\\.test\\.tsx?$|/testing/'
const rules = []

layers.forEach((names, level) => {
  for (const name of names) {
    const later = layers.slice(level + 1).flat()
    const siblings = names.filter((other) => other !== name)
    const forbidden = [...later, ...siblings].map((other) => `src-main/node/${other}/`)
    if (forbidden.length > 0) {
      rules.push({
        name: `node-layer-${name}`,
        severity: 'error',
        comment: `${name} may import only the layers below it; siblings meet in interfaces.ts and node.ts`,
        from: { path: folder(name), pathNot: test },
        to: { path: `^(${forbidden.join('|')})` },
      })
    }
  }
})

const only = (name, from, to, comment) => rules.push({ name, severity: 'error', comment, from, to })

only('no-cycles', {}, { circular: true }, 'a cycle hides the order of things')
only(
  'node-is-alone',
  { path: '^src-main/node/' },
  { path: '^(src-main/(host|shell|web|cli|config|launch)|src-renderer)/' },
  'the node runs anywhere',
)
only(
  'files-at-the-bottom',
  { path: '^src-main/files/', pathNot: test },
  { path: '^src-', pathNot: '^src-main/files/' },
  'files knows nothing of what it writes',
)
only(
  'nobody-below-the-root',
  { path: '^src-main/node/[^/]+/', pathNot: test },
  { path: '^src-main/node/node\\.ts$' },
  'node.ts composes; nobody imports it from below',
)
only(
  'electron-in-shell',
  { pathNot: '^src-main/shell/' },
  { path: '^(node_modules/)?electron(/|$)', pathNot: 'electron-vite' },
  'only the shell knows Electron',
)
only(
  'shell',
  { path: '^src-main/shell/' },
  { path: '^src-main/(node|cli)/' },
  'the shell talks to the node through the host',
)
only(
  'shell-has-no-web-server',
  { path: '^src-main/(shell|host)/' },
  { path: '^src-main/web/' },
  'the desktop app never serves its window to browsers',
)
only(
  'client-is-thin',
  { path: '^src-main/cli/client' },
  { path: '^src-main/(node|host|shell|web|config)/' },
  'the command-line client uses src-shared only',
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
only('ui-is-plain', { path: '^src-renderer/ui/' }, { path: '^src-renderer/(node|features|app)/' }, 'ui knows no data')
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
