// Package publiccases plays what people have asked, or believed, in public: bug reports, questions, advice. cases.md
// lists every case and the test that carries it; testdata has the scripts.
package publiccases
