import { useRouter } from '@tanstack/react-router'
import { JsonTree, type JsonTreeProps } from '../../ui/json/JsonTree.tsx'
import { describeLeaf, type JsonRow } from '../../ui/json/rows.ts'
import { ChainLink } from './ChainLink.tsx'
import { targetPath } from './paths.ts'
import { parseLeafTarget } from './target.ts'

function targetOfRow(row: JsonRow) {
  const leaf = describeLeaf(row.node)
  return leaf && parseLeafTarget(row.field, leaf.text)
}

/** Expandable tree of a result, with hashes, heights and addresses as links. Enter on such a line opens the link. */
export function LinkedTree(props: Omit<JsonTreeProps, 'renderLeaf' | 'onFollow'>) {
  const router = useRouter()
  return (
    <JsonTree
      {...props}
      renderLeaf={(row, text) => {
        const target = targetOfRow(row)
        return target ? (
          <ChainLink to={target} inRow className="text-12">
            {text}
          </ChainLink>
        ) : undefined
      }}
      onFollow={(row) => {
        const target = targetOfRow(row)
        if (target) router.history.push(targetPath(target))
        return target !== undefined
      }}
    />
  )
}
