import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Sources with texts for users. */
const sources = [
  'src-renderer',
  'src-shared',
  'src-main/app',
  'src-main/shell',
  'src-main/web',
  'src-main/node',
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(join(root, folder, file), 'utf8') })),
)

/**
 * Ways to format a number for users, and the files that may use each: figures.ts, chart coordinates and wire formats.
 */
const WAYS = [
  { way: /Intl\.NumberFormat/, but: /^src-shared\/figures\.ts$/ },
  { way: /\.toLocaleString\(/, but: /^$/ },
  { way: /\\B\(\?=/, but: /^src-shared\/figures\.ts$/ },
  { way: /\.toPrecision\(/, but: /^src-shared\/jsonWriter\.ts$|^src-main\/node\// },
  {
    way: /\.toFixed\(/,
    but: /\/Chart\/paths\.ts$|snapshot\/figures\.ts$|^src-shared\/price\.ts$|^src-main\/node\//,
  },
  // Text of an amount in JSON. The window sends it and writes it into files.
  { way: /\bformatAmount\(/, but: /^src-renderer\/|^src-shared\/|^src-main\/node\// },
  { way: /replaceAll\(',', ''\)/, but: /^src-shared\/(figures|sentences\/sentence)\.ts$|\/heir\/verify\.ts$/ },
  { way: /\} %`/, but: /^src-shared\/figures\.ts$|^src-main\/node\// },
] as const

it.each(WAYS.map((each) => [String(each.way), each] as const))(
  'only the allowed files format numbers with %s',
  (_, { way, but }) => {
    const lines = sources.flatMap(({ file, text }) =>
      text
        .split('\n')
        .flatMap((line, at) => (way.test(line) && !but.test(file) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
    )
    expect(lines).toEqual([])
  },
)

it('no text of the window contains an amount in JSON format', () => {
  const shown = sources.filter(({ file }) => file.startsWith('src-renderer/') && !file.endsWith('.json'))
  const lines = shown.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => /\bt\(.*formatAmount\(|\$\{formatAmount\(/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(lines).toEqual([])
})
