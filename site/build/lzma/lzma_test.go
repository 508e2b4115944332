package lzma

import (
	"bytes"
	"encoding/base64"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// unpackScript reads contents packed by Compress, each as its size and its bytes in base64, and writes them unpacked.
const unpackScript = `import("./src/lzma.js").then(({ unpack }) => {
  for (let i = 1; i < process.argv.length; i += 2) {
    const packed = Buffer.from(process.argv[i + 1], "base64");
    console.log(Buffer.from(unpack(packed, Number(process.argv[i]))).toString("base64") + "!");
  }
});`

func TestThePageUnpacksWhatTheBuildPacks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 3000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	few := make([]byte, 20000)
	for i := range few {
		few[i] = "ab\x00\xff"[random.IntN(4)]
	}
	source, err := os.ReadFile("lzma.go")
	require.NoError(t, err)
	contents := [][]byte{
		nil,
		{0},
		[]byte("a"), []byte("aaaa"), []byte("abcabcabcabcabcab"), noise, few, source,
		make([]byte, 100000), append(append(bytes.Clone(source), noise...), source...),
	}
	args := []string{"--input-type=module", "--eval", unpackScript}
	var want bytes.Buffer
	for _, content := range contents {
		args = append(args, strconv.Itoa(len(content)), base64.StdEncoding.EncodeToString(Compress(content)))
		want.WriteString(base64.StdEncoding.EncodeToString(content) + "!\n")
	}
	command := exec.Command("node", args...)
	command.Dir = "../.."
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, want.String(), string(out))
}
