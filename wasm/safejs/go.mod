module github.com/hack-pad/safejs

go 1.18

require golang.org/x/tools v0.5.0

require (
	golang.org/x/mod v0.7.0 // indirect
	golang.org/x/sys v0.4.0 // indirect
)
